import { dirname } from 'node:path'
import type { SessionCall } from '../call/call.js'
import type { Frame } from './frame.js'

/** Folders of the program's own code: its workspace, its folder, and that of the frame where a search begins. */
export function ownFolders({ session }: SessionCall, frame: Frame | undefined): readonly string[] {
  const of = frame?.path === undefined ? undefined : dirname(frame.path)
  return [session.workspace, session.cwd, of].flatMap((one) => (one === undefined || one === '' ? [] : [one]))
}

/** Whether a frame is of the program's own code, and not of a library. */
export function isOwn({ isExternal, path }: Frame, folders: readonly string[]): boolean {
  if (isExternal) return false
  return path === undefined || folders.some((folder) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`))
}
