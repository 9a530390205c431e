import { dirname } from 'node:path'
import type { SessionCall } from '../call/call.js'
import type { Frame } from './frame.js'

/**
 * Folders of the program's own code: its workspace, its folder, those of its breakpoints, and that of a frame. A program need not lie
 * where its sources are.
 */
export function ownFolders({ session, view }: SessionCall, frame: Frame | undefined): readonly string[] {
  const files = [frame?.path, ...view.breakpoints.map(({ path }) => path)]
  const folders = files.map((file) => (file === undefined ? undefined : dirname(file)))
  const known = [session.workspace, session.cwd, ...folders].flatMap((one) =>
    one === undefined || one === '' ? [] : [one],
  )
  return [...new Set(known)]
}

/** Whether a frame is of the program's own code, and not of a library. */
export function isOwn({ isExternal, path }: Frame, folders: readonly string[]): boolean {
  if (isExternal) return false
  return path === undefined || folders.some((folder) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`))
}
