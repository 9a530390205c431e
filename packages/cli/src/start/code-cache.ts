import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import type { Script } from 'node:vm'

/**
 * The compiled code of a bundle, for this content of it and for this version of Node with these flags: V8 itself compares only
 * the length of the source.
 */
export const cachePath = (folder: string, { name, id }: { readonly name: string; readonly id: string }): string =>
  join(folder, `${name}-${id}-${cachedDataVersionTag()}.cache`)

/** Keeps the functions that have run by now. Without it the next start compiles them again; so a failure is none. */
export function writeCache(path: string, script: Script): void {
  const unfinished = `${path}.${process.pid}`
  try {
    writeFileSync(unfinished, script.createCachedData())
    renameSync(unfinished, path)
  } catch {
    rmSync(unfinished, { force: true })
  }
}
