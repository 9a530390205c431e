import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { currentThread } from '../stop/paused-thread.js'
import { readStack } from '../stop/read-stack.js'
import { isStopped } from '../stop/threads.js'

/** Frames whose files count as sources of the program. */
const MOST_FRAMES = 200

/**
 * A file that a caller may read through source_get, as an absolute path: one that the program has loaded, a frame or a breakpoint
 * names, or a file in the program's folder (not in a hidden folder). The tool reads no other file of this machine.
 * @throws ToolError INVALID_FILE
 */
export async function demandSource(on: SessionCall, file: string): Promise<string> {
  const { cwd } = on.session
  if (!isAbsolute(file) && (cwd === undefined || cwd === ''))
    throw toolError('INVALID_FILE', { file, reason: 'the path is relative' })
  const path = isAbsolute(file) ? file : resolve(cwd ?? '', file)
  if (isNamed(on, path) || (await isInFolder(on, path)) || (await isInStack(on, path))) return path
  const reason = 'no frame, breakpoint or loaded source names it, and it is not in the folder of the program'
  throw toolError('INVALID_FILE', { file, reason })
}

function isNamed(on: SessionCall, path: string): boolean {
  const { loadedSources, breakpoints } = on.view
  return loadedSources.some((source) => source.path === path) || breakpoints.some((one) => one.path === path)
}

async function isInFolder(on: SessionCall, path: string): Promise<boolean> {
  const { program, cwd } = on.session
  const folders = [cwd, program === undefined || program === '' ? undefined : dirname(program)]
  const real = await realPath(path)
  for (const folder of folders) {
    if (folder === undefined || folder === '') continue
    const inside = relative(await realPath(folder), real)
    const isHidden = inside.split(sep).some((part) => part.startsWith('.'))
    if (inside !== '' && !isAbsolute(inside) && !isHidden) return true
  }
  return false
}

/** A link that points out of the folder does not count as inside. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    return path
  }
}

async function isInStack(on: SessionCall, path: string): Promise<boolean> {
  const threadId = currentThread(on)
  if (threadId === undefined || !isStopped(on, threadId)) return false
  const { frames } = await readStack(on, { threadId, start: 0, count: MOST_FRAMES })
  return frames.some((frame) => frame.path === path)
}
