import { lstatSync, mkdirSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** The cache folder: DAPPLEX_CACHE, else XDG_CACHE_HOME/dapplex, else ~/.cache/dapplex. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (env['DAPPLEX_CACHE']) return env['DAPPLEX_CACHE']
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'dapplex')
}

/**
 * Makes a folder and those above it, one by one. `mkdir` with `recursive` never returns below /proc (Node 20.20).
 * Errors: those of `mkdir`.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return
    if (code !== 'ENOENT' || dirname(path) === path || isThere(dirname(path))) throw error
    makeFolder(dirname(path))
    mkdirSync(path)
  }
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** A folder that only this user can write, used when the cache cannot be. Errors: Error when somebody else has made it. */
export function temporaryCache(): string {
  const path = join(tmpdir(), `dapplex-${userInfo().uid}`)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch {
    // It is there already, or the check below says what is wrong.
  }
  const found = lstatSync(path)
  if (found.isDirectory() && found.uid === userInfo().uid && (found.mode & 0o022) === 0) return path
  throw new Error(`${path} belongs to someone else`)
}
