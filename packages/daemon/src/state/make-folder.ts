import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, for this user alone (0700).
 *
 * One at a time: Node's own recursive way never ends where a folder above can be seen but takes no other (measured: /proc).
 * @throws Error naming the folder and what to do
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (isFolder(path)) return
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`the folder ${path} cannot be made (${why}); set DAPPLEX_HOME to a folder of yours`, {
      cause: error,
    })
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
