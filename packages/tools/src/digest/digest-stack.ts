import { dirname, isAbsolute, relative } from 'node:path'
import type { SessionCall } from '../call/call.js'
import type { Activation } from '../port/digest-memory.js'
import type { Frame } from '../stop/frame.js'
import { readStack, type Stack } from '../stop/read-stack.js'
import { functionName } from '../text/function-name.js'

/** Frames that are read: enough to tell one call of a function from another. */
const MOST_READ = 30
const MOST_SHOWN = 5

export const readTop = (on: SessionCall, threadId: number, count = MOST_READ): Promise<Stack> =>
  readStack(on, { threadId, start: 0, count })

export interface ShownStack {
  readonly lines: string[]
  readonly omitted: number
}

/** The first frames of the user's code; without any, the first of all. `omitted` counts the others of the same kind. */
export function shownStack(on: SessionCall, { frames, total }: Stack): ShownStack {
  const own = frames.filter(({ isExternal }) => !isExternal)
  const those = own.length > 0 ? own : frames
  const unread = Math.max(0, total - frames.length)
  return {
    lines: those.slice(0, MOST_SHOWN).map((frame) => frameLine(on, frame, folderOf(those[0]))),
    omitted: Math.max(0, those.length - MOST_SHOWN) + unread,
  }
}

/** `function file:line`, with the file as seen from the program's folder, or from the folder of the place where it stands. */
function frameLine(on: SessionCall, frame: Frame, here: string | undefined): string {
  const { name } = functionName(frame.name, on.traits.presentation)
  const file = frame.path === undefined ? frame.sourceName : shortPath(frame.path, [on.session.cwd, here])
  const place = file === undefined ? undefined : frame.line === undefined ? file : `${file}:${frame.line}`
  return [name, place].filter((text) => text !== undefined && text !== '').join(' ')
}

const folderOf = (frame: Frame | undefined): string | undefined =>
  frame?.path === undefined ? undefined : dirname(frame.path)

function shortPath(path: string, folders: readonly (string | undefined)[]): string {
  const folder = folders.find((one) => one !== undefined && one !== '' && isBelow(path, one))
  return folder === undefined ? path : relative(folder, path)
}

function isBelow(path: string, folder: string): boolean {
  const short = relative(folder, path)
  return isAbsolute(path) && !short.startsWith('..') && !isAbsolute(short)
}

/**
 * The index of the frame that explains a stop. An exception is often raised in a library: then that is the nearest frame of the
 * user's code, and so where there is no source to show.
 */
export function telling({ frames }: Stack, isException: boolean): number {
  const [top] = frames
  if (top === undefined || !top.isExternal) return 0
  if (!isException && (top.path ?? top.sourceReference) !== undefined) return 0
  return Math.max(
    0,
    frames.findIndex(({ isExternal }) => !isExternal),
  )
}

/** The call of a function that a frame belongs to (`docs/decisions.md`, "Stops"). */
export function activationOf({ threadId, frames, total }: Stack, index: number): Activation {
  const callers = frames.slice(index + 1).map(({ name, line }) => ({ function: name, line }))
  return { threadId, function: frames[index]?.name ?? '', callers, depth: Math.max(total, frames.length) - index - 1 }
}
