import { countIn, elementCountIn, objectIn, textIn, type JsonObject } from '@dapplex/protocol'
import type { RecordedStop, RecordingWriter, Ref } from '@dapplex/recording'
import { asksForSecret } from '@dapplex/workflow'
import type { JournalSecrets } from '../journal/mask-page.js'
import type { FrameValues, OpenStop } from './open-stop.js'

/** Bytes of new text at a stop, and at a crash. */
const ROOM = 64 * 1024
const CRASH_ROOM = 512 * 1024
const LONGEST_VALUE = 1000
const DEEPEST = 6
const MOST_FRAMES = 100
/** Of one list. A client may have read a million. */
const MOST_ROWS = 1000

export interface Building {
  readonly writer: RecordingWriter
  readonly secrets: JournalSecrets
  /** Bytes of output before the stop. */
  readonly output: number
  readonly ownFrame: number | undefined
  readonly cut: RecordedStop['cut']
}

/** The record of a stop that has caught up; what it names goes to the writer first. Secrets are masked. */
export function buildStop(stop: OpenStop, building: Building): RecordedStop {
  return new StopBuilder(stop, building).build()
}

/** What was built of references, and how deep each stood. */
type Built = Map<number, { readonly depth: number; readonly ref: Ref }>

class StopBuilder {
  readonly #stop: OpenStop
  readonly #building: Building
  /** The references on the way from the scope to here: a value may hold itself. */
  readonly #above = new Set<number>()
  /** By what was read, which has its own references: many rows may name one, and each of its rows others. */
  readonly #built = new Map<FrameValues['rows'], Built>()
  #room: number
  #isFull = false

  constructor(stop: OpenStop, building: Building) {
    this.#stop = stop
    this.#building = building
    this.#room = stop.facts.reason === 'exception' ? CRASH_ROOM : ROOM
  }

  build(): RecordedStop {
    const { facts, stacks, threads, exception } = this.#stop
    const { description, text, by, threadId, ...own } = facts
    const all = [...stacks].map(([id, stack]) => ({ id, ...stack }))
    const frames = all.flatMap((stack) =>
      stack.frames.flatMap((frame, index) => {
        const id = countIn(frame, 'id') ?? -1
        const values = this.#stop.valuesOf(id)
        const evaluated = this.#evaluated(values)
        if (values.scopes === undefined && evaluated.length === 0) return []
        const scopes = (values.scopes ?? []).map((one) => this.#scope(one, values))
        const optional = {
          ...(evaluated.length === 0 ? {} : { evaluated }),
          ...(values.isBefore ? { isBeforeChange: true } : {}),
        }
        return [{ threadId: stack.id, index, scopes, ...optional }]
      }),
    )
    const record = {
      ...own,
      breakpointIds: [...own.breakpointIds],
      ...(threadId === undefined ? {} : { threadId }),
      ...this.#masked({ description, text }),
      ...(by === undefined ? {} : { by }),
      ...(threads === undefined ? {} : { threads: this.#store(threads.map(threadOf)) }),
      stacks: all.map(({ id, frames: of, total }) => ({
        threadId: id,
        frames: of.slice(0, MOST_FRAMES).map((frame) => this.#store(frameOf(frame))),
        ...(total === undefined ? {} : { total }),
      })),
      frames,
      ...(this.#building.ownFrame === undefined ? {} : { ownFrame: this.#building.ownFrame }),
      ...(exception === undefined ? {} : { exception: this.#store(exception) }),
      output: this.#building.output,
    }
    const cut = this.#isFull ? 'room' : this.#building.cut
    return cut === undefined ? record : { ...record, cut }
  }

  /** Their members are not recorded: what is evaluated is mostly a number or a text. */
  #evaluated({ evaluated }: FrameValues) {
    // The answer does not repeat the name that was asked for.
    const open = [...evaluated].filter(([expression]) => !asksForSecret({ expression }))
    return open.map(([expression, body]) => {
      const { value, ...rest } = rowOf({ ...body, value: textIn(body, 'result') ?? '' })
      return this.#masked({ expression, body: { ...rest, result: value } })
    })
  }

  #scope(scope: JsonObject, values: FrameValues) {
    const { variablesReference, ...own } = scope
    const rows = this.#rows(typeof variablesReference === 'number' ? variablesReference : 0, own, values)
    const known = { ...own, name: textIn(own, 'name') ?? '' }
    return rows === undefined ? { scope: known } : { scope: known, rows }
  }

  /** The children of a reference; undefined where they were not read, or have no room. */
  #rows(reference: number, parent: JsonObject, values: FrameValues): Ref | undefined {
    const rows = values.rows.get(reference)
    if (rows === undefined || this.#above.has(reference) || this.#above.size >= DEEPEST) return undefined
    // Where it stood no deeper, as much of it was shown as would be here.
    const depth = this.#above.size
    const built = this.#builtOf(values.rows)
    const known = built.get(reference)
    if (known !== undefined && known.depth <= depth) return known.ref
    if (this.#room <= 0) {
      this.#isFull = true
      return undefined
    }
    this.#above.add(reference)
    const shown = rows.slice(0, MOST_ROWS).map((row) => this.#row(row, values))
    this.#above.delete(reference)
    const told = (countIn(parent, 'namedVariables') ?? 0) + (elementCountIn(parent) ?? 0)
    const total = Math.max(told, rows.length)
    const ref = this.#store({ rows: shown, ...(total > shown.length ? { total } : {}) })
    built.set(reference, { depth, ref })
    return ref
  }

  #builtOf(rows: FrameValues['rows']): Built {
    const built = this.#built.get(rows) ?? (new Map() as Built)
    this.#built.set(rows, built)
    return built
  }

  #row(row: JsonObject, values: FrameValues) {
    const reference = countIn(row, 'variablesReference') ?? 0
    const own = rowOf(row)
    if (reference <= 0) return { row: own }
    // What is below a secret is one too, but its names do not say so.
    if (asksForSecret({ name: own['name'] })) return { row: own }
    const rows = this.#rows(reference, row, values)
    return rows === undefined ? { row: { ...own, hasMembers: true } } : { row: own, rows }
  }

  #store(value: unknown): Ref {
    const { writer, secrets } = this.#building
    const { ref, bytes } = writer.store(value, (json) => maskedJson(json, secrets))
    this.#room -= bytes
    return ref
  }

  #masked<T>(value: T): T {
    return masked(value, this.#building.secrets)
  }
}

const maskedJson = (json: string, { mayHide, redact }: JournalSecrets): string =>
  mayHide(json) ? JSON.stringify(redact(JSON.parse(json))) : json

/** A value without secrets. It keeps its form: only texts are replaced. */
export function masked<T>(value: T, { mayHide, redact }: JournalSecrets): T {
  return mayHide(JSON.stringify(value)) ? (redact(value) as T) : value
}

/** What of a variable says something without its adapter. */
const KEPT = [
  'name',
  'value',
  'type',
  'evaluateName',
  'presentationHint',
  'namedVariables',
  'indexedVariables',
  'dapplexElements',
  'dapplexTruncated',
  'dapplexCircular',
]

function rowOf(row: JsonObject): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const key of KEPT) if (row[key] !== undefined) kept[key] = row[key]
  const value = textIn(row, 'value') ?? ''
  return value.length <= LONGEST_VALUE
    ? kept
    : { ...kept, value: value.slice(0, LONGEST_VALUE), dapplexTruncated: true }
}

/** Without the numbers of the adapter, which mean nothing later. */
function frameOf({ id: _id, instructionPointerReference: _ip, ...frame }: JsonObject): Record<string, unknown> {
  const source = objectIn(frame, 'source')
  if (source === undefined) return frame
  const { sourceReference: _reference, adapterData: _data, ...own } = source
  return { ...frame, source: own }
}

const threadOf = (thread: JsonObject) => ({
  id: countIn(thread, 'id') ?? 0,
  name: textIn(thread, 'name') ?? '',
  stopped: thread['stopped'] !== false,
})
