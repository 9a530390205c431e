import { readFileSync, writeFileSync } from 'node:fs'
import { isJsonObject } from '@dapplex/protocol'
import type { DapClient } from '../dap/dap-client.js'
import type { AnyMessage, Entry } from '../dap/entry.js'

export interface TranscriptHeader {
  /** Version of the format. */
  readonly transcript: 1
  readonly adapter: string
  readonly version: string
  /** Of the program, where that matters. */
  readonly runtime?: string
  /** The program's source, relative to `fixtures/`. */
  readonly program: string
  /** The path that stands for it in the messages. */
  readonly recordedAs?: string
  readonly title: string
  /** Of the program's sources, where the recording has to be made again when they change. */
  readonly programSum?: string
}

export interface TranscriptLine {
  /** Since the start, in ms. */
  readonly t: number
  /** `in` came from the adapter, `out` went to it. */
  readonly dir: 'in' | 'out'
  readonly m: AnyMessage
}

/** The messages between a client and an adapter. */
export interface Transcript {
  readonly header: TranscriptHeader
  readonly lines: readonly TranscriptLine[]
}

/**
 * Parses NDJSON: the header, then a message a line.
 * @param name names the text in errors
 * @throws Error with the number of the first invalid line
 */
export function parseTranscript(text: string, name = 'transcript'): Transcript {
  const [first = '', ...rest] = text.split('\n')
  const header = parseLine(first, `${name}:1`)
  if (!isHeader(header))
    throw new Error(`${name}:1: a header needs "transcript": 1, adapter, version, program and title`)
  const lines = rest.flatMap((line, index) => {
    if (line === '') return []
    const where = `${name}:${index + 2}`
    const parsed = parseLine(line, where)
    if (!isLine(parsed)) throw new Error(`${where}: a line needs t (ms), dir (in or out) and m (a message with a type)`)
    return [parsed]
  })
  return { header, lines }
}

/** Reads a file. Throws as `parseTranscript` does. */
export const readTranscript = (path: string): Transcript => parseTranscript(readFileSync(path, 'utf8'), path)

export const formatTranscript = ({ header, lines }: Transcript): string =>
  [header, ...lines].map((one) => `${JSON.stringify(one)}\n`).join('')

export function writeTranscript(path: string, transcript: Transcript): void {
  writeFileSync(path, formatTranscript(transcript))
}

/** All messages of a client so far, and from now on until the returned function is called. */
export function recordTranscript(client: DapClient, header: TranscriptHeader): () => Transcript {
  const lines: TranscriptLine[] = client.timeline.entries.map(toLine)
  const off = client.timeline.onEntry((entry) => lines.push(toLine(entry)))
  return () => {
    off()
    return { header, lines }
  }
}

const toLine = ({ atMs, dir, message }: Entry): TranscriptLine => ({ t: Math.round(atMs), dir, m: message })

function parseLine(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Error(`${where}: not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const isHeader = (value: unknown): value is TranscriptHeader =>
  isJsonObject(value) &&
  value['transcript'] === 1 &&
  ['adapter', 'version', 'program', 'title'].every((key) => typeof value[key] === 'string')

const isLine = (value: unknown): value is TranscriptLine =>
  isJsonObject(value) &&
  typeof value['t'] === 'number' &&
  (value['dir'] === 'in' || value['dir'] === 'out') &&
  isJsonObject(value['m']) &&
  typeof value['m']['type'] === 'string'
