import { countIn, textIn, type JsonObject, type NameStyle } from '@dapplex/protocol'
import type { RecordedRow } from '../format/records.js'
import type { PastStop } from '../read/recording.js'
import { findPath, frameAt, namesIn, type RecordedFrame } from './find-path.js'

/** An answer to a DAP request, or why there is none. */
export type PastAnswer =
  | { readonly success: true; readonly body: Record<string, unknown> }
  | { readonly success: false; readonly message: string }

/** Frames of the first thread have ids from 1 on, those of the next from here on, and so forth. */
const FRAMES_OF_A_THREAD = 10_000
/** The reference of a value whose members were not recorded. Values of a file have smaller numbers. */
const UNRECORDED = 2 ** 31 - 1
const NAMES_TOLD = 20

/** Answers the reading requests of DAP from one recorded stop. Its numbers are its own: they mean nothing to the adapter. */
export class StopAnswers {
  readonly #stop: PastStop
  readonly #names: NameStyle

  constructor(stop: PastStop, names: NameStyle) {
    this.#stop = stop
    this.#names = names
  }

  answer(command: string, args: JsonObject): PastAnswer {
    switch (command) {
      case 'threads':
        return success({ threads: this.#stop.threads.map(({ id, name }) => ({ id, name })) })
      case 'stackTrace':
        return this.#stackTrace(args)
      case 'scopes':
        return this.#scopes(args)
      case 'variables':
        return this.#variables(args)
      case 'exceptionInfo':
        return this.#stop.exception === undefined ? this.#missing('no exception') : success({ ...this.#stop.exception })
      case 'evaluate':
        return this.#evaluate(args)
      default:
        return this.#missing(`nothing that answers '${command}'`)
    }
  }

  #stackTrace(args: JsonObject): PastAnswer {
    const { stacks } = this.#stop.record
    const at = stacks.findIndex(({ threadId }) => threadId === args['threadId'])
    const stack = stacks[at]
    if (stack === undefined) return this.#missing(`the stacks of threads ${listed(stacks.map((one) => one.threadId))}`)
    const all = stack.frames.map((ref, index) => ({
      ...this.#stop.frame(ref),
      id: at * FRAMES_OF_A_THREAD + index + 1,
    }))
    const start = countIn(args, 'startFrame') ?? 0
    const levels = countIn(args, 'levels') ?? 0
    return success({
      stackFrames: all.slice(start, levels > 0 ? start + levels : undefined),
      totalFrames: all.length,
    })
  }

  #scopes(args: JsonObject): PastAnswer {
    const frame = this.#frame(args)
    if (frame === undefined) {
      const { frames } = this.#stop.record
      return this.#missing(`the variables of frames ${listed(frames.map(({ index }) => index))}`)
    }
    // A scope whose variables were not read would look like an empty one.
    const scopes = frame.scopes.flatMap(({ scope, rows }) =>
      rows === undefined ? [] : [{ ...scope, variablesReference: rows }],
    )
    return success({ scopes })
  }

  #variables(args: JsonObject): PastAnswer {
    const reference = countIn(args, 'variablesReference') ?? 0
    const recorded = reference === UNRECORDED ? undefined : this.#stop.rows(reference)
    if (recorded === undefined) return this.#missing('the members of other values; those of this one were not read')
    const { rows, total = 0 } = recorded
    const filter = textIn(args, 'filter')
    const wanted = filter === undefined ? rows : rows.filter((row) => isIndexed(row) === (filter === 'indexed'))
    const start = countIn(args, 'start') ?? 0
    const count = countIn(args, 'count') ?? 0
    if (start >= wanted.length && start < total) return this.#missing(`the first ${wanted.length} of ${total} members`)
    const part = wanted.slice(start, count > 0 ? start + count : undefined)
    return success({ variables: part.map(asVariable) })
  }

  #evaluate(args: JsonObject): PastAnswer {
    const expression = (textIn(args, 'expression') ?? '').trim()
    const frame = this.#frame(args) ?? this.#topFrame()
    if (frame === undefined) return this.#missing('no variables')
    const known = frame.evaluated?.find((one) => one.expression === expression)
    if (known !== undefined) return success({ variablesReference: 0, ...known.body })
    const found = findPath(this.#stop, frame, { path: expression, names: this.#names })
    if (found === undefined)
      return this.#missing(`these variables in this frame: ${listed(namesIn(this.#stop, frame))}`)
    const { name: _name, value, ...rest } = asVariable(found)
    return success({ ...rest, result: value ?? '' })
  }

  #frame(args: JsonObject): RecordedFrame | undefined {
    const id = (countIn(args, 'frameId') ?? 0) - 1
    const stack = this.#stop.record.stacks[Math.floor(id / FRAMES_OF_A_THREAD)]
    return stack === undefined ? undefined : frameAt(this.#stop, stack.threadId, id % FRAMES_OF_A_THREAD)
  }

  #topFrame(): RecordedFrame | undefined {
    const { threadId = 0 } = this.#stop.record
    return frameAt(this.#stop, threadId, 0)
  }

  #missing(has: string): PastAnswer {
    return {
      success: false,
      message: `This is not in the recording: of stop ${this.#stop.record.stopId} it has ${has}`,
    }
  }
}

const success = (body: Record<string, unknown>): PastAnswer => ({ success: true, body })

/** A variable with the reference of its recorded members; `hasMembers` tells of those that were not read. */
function asVariable({ row, rows }: RecordedRow): Record<string, unknown> {
  const { hasMembers, ...rest } = row
  return { ...rest, variablesReference: rows ?? (hasMembers === true ? UNRECORDED : 0) }
}

const isIndexed = ({ row }: RecordedRow): boolean => /^\[?\d+\]?$/.test(textIn(row, 'name') ?? '')

function listed(all: readonly (string | number)[]): string {
  if (all.length === 0) return 'none'
  const more = all.length - NAMES_TOLD
  return all.slice(0, NAMES_TOLD).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
