import { Buffer } from 'node:buffer'
import type { FileRecord, RecordingHeader } from './records.js'

/** A part of the file. Its frames and values are counted from 0 and from 1; its offsets begin with it. */
export interface Part {
  start: number
  bytes: number
  /** Where each frame begins. */
  readonly frames: number[]
  /** The frame of each value. */
  readonly values: number[]
  /** Frames with output, and with events. */
  readonly outputs: number[]
  /** Bytes of the output in it. */
  outputBytes: number
  readonly events: number[]
  /** Frames with source: an export has them at its end. */
  readonly sources: number[]
  readonly stops: Set<number>
}

/** The frame with the latest record of a stop. */
export interface StopPlace {
  readonly part: Part
  readonly frame: number
  readonly isCrash: boolean
}

/** Where everything stands in a file. It grows with the file: both the writer and the reader feed it. */
export class RecordingIndex {
  header: RecordingHeader | undefined
  readonly parts: Part[] = []
  readonly stops = new Map<number, StopPlace>()
  /** Told and no longer in the file. */
  dropped = { stops: 0, output: 0 }

  /** A frame that begins at `offset` of the file. What is wrong with it, in words, or undefined. */
  add(records: readonly FileRecord[], offset: number, bytes: number): string | undefined {
    for (const record of records) {
      if (record.kind === 'header') {
        const { kind: _kind, ...header } = record
        this.header = header
      } else if (record.kind === 'dropped') this.dropped = { stops: record.stops, output: record.output }
      else if (record.kind === 'part') this.parts.push(emptyPart(offset))
    }
    const part = this.parts.at(-1)
    if (part === undefined) return this.header === undefined ? 'it comes before the header' : undefined
    const frame = part.frames.length
    for (const record of records) {
      if (record.kind === 'value' && record.id !== part.values.length + 1) return 'its values are not in order'
      fold(this, { part, frame }, record)
    }
    part.frames.push(offset - part.start)
    part.bytes = offset + bytes - part.start
    return undefined
  }
}

const emptyPart = (start: number): Part => ({
  start,
  bytes: 0,
  frames: [],
  values: [],
  outputs: [],
  outputBytes: 0,
  events: [],
  sources: [],
  stops: new Set(),
})

function fold(index: RecordingIndex, at: { readonly part: Part; readonly frame: number }, record: FileRecord): void {
  const { part, frame } = at
  switch (record.kind) {
    case 'value':
      part.values.push(frame)
      return
    case 'stop':
      index.stops.get(record.stopId)?.part.stops.delete(record.stopId)
      part.stops.add(record.stopId)
      index.stops.set(record.stopId, { part, frame, isCrash: isCrash(record) })
      return
    case 'output':
      if (part.outputs.at(-1) !== frame) part.outputs.push(frame)
      part.outputBytes += Buffer.byteLength(record.text)
      return
    case 'event':
      if (part.events.at(-1) !== frame) part.events.push(frame)
      return
    case 'source':
      if (part.sources.at(-1) !== frame) part.sources.push(frame)
      return
    case 'header':
    case 'part':
    case 'dropped':
  }
}

/** More is recorded of it, and it stays in the file longest. */
export const isCrash = ({ reason }: { readonly reason: string }): boolean => reason === 'exception'
