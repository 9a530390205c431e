import { countIn, isJsonObject, listIn, objectIn, textIn, type Actor, type JsonObject } from '@dapplex/protocol'
import type { Who } from '@dapplex/recording'
import type { FromAdapter } from '../journal/session-input.js'
import { UnreadAnswers, type Reading } from './unread-answers.js'

/** Of one frame. */
const MOST_EVALUATED = 50

export interface KnownStack {
  readonly frames: JsonObject[]
  total: number | undefined
}

/** What was read of variables. */
interface ReadValues {
  readonly scopes: Map<number, readonly JsonObject[]>
  /** The children of a reference, as far as they were read. */
  readonly rows: Map<number, JsonObject[]>
  /** What expressions gave, by frame. */
  readonly evaluated: Map<number, Map<string, JsonObject>>
}
const nothingRead = (): ReadValues => ({ scopes: new Map(), rows: new Map(), evaluated: new Map() })

/** What is known of the variables of a frame. */
export interface FrameValues {
  readonly scopes: readonly JsonObject[] | undefined
  readonly rows: ReadonlyMap<number, readonly JsonObject[]>
  readonly evaluated: ReadonlyMap<string, JsonObject>
  /** Whether the variables were read before the last change of the program. */
  readonly isBefore: boolean
}

/** What the session tells of a stop. */
export interface StopFacts {
  readonly stopId: number
  readonly at: number
  readonly threadId: number | undefined
  readonly reason: string
  readonly description: string | undefined
  readonly text: string | undefined
  readonly breakpointIds: readonly number[]
  readonly allThreadsStopped: boolean
  readonly by: Who | undefined
}

/**
 * What is known of the stop at which the program stands: every answer of the adapter is learned from, whoever has asked. Ids are the
 * adapter's own, those of threads are the clients'.
 */
export class OpenStop {
  readonly facts: StopFacts
  readonly stacks = new Map<number, KnownStack>()
  #values = nothingRead()
  /** The last that was read before the program was changed. */
  #before = nothingRead()
  /** Adapters may give a frame another id each time its stack is read: these, with the first one of the frame. */
  readonly #firstIds = new Map<number, number>()
  threads: readonly JsonObject[] | undefined
  exception: JsonObject | undefined
  /** Whether it has learned something since it was last written. */
  hasNews = true
  /** Why less than usual was known of it when it was last written. */
  writtenCut: 'time' | 'moved' | undefined
  /** What the recorder has asked for and would not get by asking again. */
  readonly refused = new Set<string>()
  readonly #unread = new UnreadAnswers()

  constructor(facts: StopFacts) {
    this.facts = facts
  }

  get scopes(): ReadValues['scopes'] {
    return this.#values.scopes
  }

  get rows(): ReadValues['rows'] {
    return this.#values.rows
  }

  get evaluated(): ReadValues['evaluated'] {
    return this.#values.evaluated
  }

  /** The program was changed: its variables have to be read again. What they were stays known, for who moves on before that. */
  forgetValues(): void {
    this.catchUp()
    this.#unread.forget()
    if (this.rows.size > 0) this.#before = this.#values
    this.#values = nothingRead()
    this.refused.clear()
    this.hasNews = true
  }

  /** What was read of a frame last: where nobody has read its variables since a change, what they were before it. */
  valuesOf(frameId: number): FrameValues {
    const evaluated = this.evaluated.get(frameId) ?? new Map<string, JsonObject>()
    const scopes = this.scopes.get(frameId)
    const isRead = this.#isRead(frameId)
    const before = this.#before.scopes.get(frameId)
    if (isRead || before === undefined) return { scopes, rows: this.rows, evaluated, isBefore: false }
    const all = new Map([...(this.#before.evaluated.get(frameId) ?? []), ...evaluated])
    return { scopes: before, rows: this.#before.rows, evaluated: all, isBefore: true }
  }

  /**
   * An answer has come. One that nobody has parsed yet is read later, see `catchUp`. False for a failure.
   * @param thread the clients' id of the thread that was asked about
   */
  hear(request: JsonObject, came: FromAdapter, thread: (id: unknown) => number): boolean {
    if (came.answer !== undefined) {
      if (this.#unread.add({ request, came, thread })) this.hasNews = true
      if (this.#unread.isFull) this.catchUp()
      return true
    }
    this.catchUp()
    return this.#read({ request, came, thread })
  }

  /** Reads what has come meanwhile. To be called before anything of this stop is looked at. */
  catchUp(): void {
    for (const reading of this.#unread.take()) this.#read(reading)
  }

  #read({ request, came: { message }, thread }: Reading): boolean {
    if (!isJsonObject(message) || message['success'] !== true || !isJsonObject(message['body'])) return false
    this.#learn(request, message['body'], thread)
    return true
  }

  #learn(request: JsonObject, body: JsonObject, thread: (id: unknown) => number): void {
    const args = objectIn(request, 'arguments') ?? {}
    switch (textIn(request, 'command')) {
      case 'threads':
        this.threads = listIn(body, 'threads').map((one) => ({ ...one, id: thread(one['id']) }))
        break
      case 'stackTrace':
        this.#learnStack(thread(args['threadId']), args, body)
        break
      case 'scopes':
        this.#learnScopes(args, body)
        break
      case 'variables':
        this.#learnRows(countIn(args, 'variablesReference') ?? 0, args, body)
        break
      case 'evaluate':
        this.#learnEvaluated(args, body)
        break
      case 'exceptionInfo':
        if (thread(args['threadId']) === this.facts.threadId) this.exception = body
        break
      default:
        return
    }
    this.hasNews = true
  }

  #learnStack(threadId: number, args: JsonObject, body: JsonObject): void {
    const stack = this.stacks.get(threadId) ?? { frames: [], total: undefined }
    const start = countIn(args, 'startFrame') ?? 0
    // Frames behind a gap are left out: their places in the stack are not known to be right.
    if (start > stack.frames.length) return
    const frames = listIn(body, 'stackFrames')
    for (const [at, { id }] of frames.entries()) {
      const first = stack.frames[start + at]?.['id']
      if (typeof id === 'number' && typeof first === 'number' && id !== first) this.#firstIds.set(id, first)
    }
    for (const frame of frames.slice(stack.frames.length - start)) stack.frames.push(frame)
    stack.total = countIn(body, 'totalFrames') ?? stack.total
    this.stacks.set(threadId, stack)
  }

  #frameIn(args: JsonObject): number | undefined {
    const id = countIn(args, 'frameId')
    return id === undefined ? undefined : (this.#firstIds.get(id) ?? id)
  }

  /** Scopes that are read again have other references, to which nothing was read yet. */
  #learnScopes(args: JsonObject, body: JsonObject): void {
    const frameId = this.#frameIn(args) ?? -1
    if (!this.#isRead(frameId)) this.scopes.set(frameId, listIn(body, 'scopes'))
  }

  /** Whether any variables of a frame were read. */
  #isRead(frameId: number): boolean {
    const scopes = this.scopes.get(frameId) ?? []
    return scopes.some((scope) => this.rows.has(countIn(scope, 'variablesReference') ?? 0))
  }

  #learnEvaluated(args: JsonObject, body: JsonObject): void {
    const frameId = this.#frameIn(args)
    const expression = textIn(args, 'expression')?.trim()
    if (frameId === undefined || expression === undefined) return
    const known = this.evaluated.get(frameId) ?? new Map<string, JsonObject>()
    if (known.size < MOST_EVALUATED) this.evaluated.set(frameId, known.set(expression, body))
  }

  /** A list that was read as a whole takes the place of its parts. */
  #learnRows(reference: number, args: JsonObject, body: JsonObject): void {
    const rows = [...listIn(body, 'variables')]
    const known = this.rows.get(reference)
    const start = countIn(args, 'start') ?? 0
    const isWhole = start === 0 && (countIn(args, 'count') ?? 0) === 0 && textIn(args, 'filter') === undefined
    if (isWhole || known === undefined) {
      // Of a list that begins in the middle nobody knows which rows these are.
      if (isWhole || start === 0) this.rows.set(reference, rows)
      return
    }
    const names = new Set(known.map(({ name }) => name))
    if (start > known.length) return
    for (const row of rows) if (!names.has(row['name'])) known.push(row)
  }
}

/** Who did something, as it is recorded. */
export const whoOf = (actor: Actor | undefined): Who | undefined =>
  actor === undefined ? undefined : { name: actor.name, kind: actor.kind }
