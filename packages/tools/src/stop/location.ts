import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { functionName } from '../text/function-name.js'
import type { Frame } from './frame.js'
import { isStopped } from './threads.js'
import { readStack } from './read-stack.js'

export interface Location {
  readonly function?: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

export function locationOf(on: SessionCall, frame: Frame): Location {
  const { name } = functionName(frame.name, on.traits.presentation)
  return present({ function: name === '' ? undefined : name, file: frame.path, line: frame.line, column: frame.column })
}

/** A place beside `location`, without its file where that is the same: it is not told twice. */
export function withoutFile<T extends { readonly file?: string }>(
  place: T,
  file: string | undefined,
): Omit<T, 'file'> & { readonly file?: string } {
  const { file: own, ...rest } = place
  return own === undefined || own !== file ? place : rest
}

/** The top frame of a thread; undefined if the thread runs or its stack cannot be read. */
export async function topFrame(on: SessionCall, threadId: number): Promise<Frame | undefined> {
  if (!isStopped(on, threadId)) return undefined
  try {
    const { frames } = await readStack(on, { threadId, start: 0, count: 1 })
    return frames[0]
  } catch {
    // The thread was resumed meanwhile, or the adapter does not know. The answer is complete without the place.
    return undefined
  }
}
