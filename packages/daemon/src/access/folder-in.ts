import { isAbsolute } from 'node:path'
import type { Identity } from './identity.js'

/** `?cwd=FOLDER` of a caller's URL: where it works, so that breakpoints without a file have a workspace. A relative one says nothing. */
export function folderIn(query: URLSearchParams): Pick<Identity, 'folder'> {
  const folder = query.get('cwd')
  return folder === null || !isAbsolute(folder) ? {} : { folder }
}
