import { rmSync } from 'node:fs'

/** After so long it is tried again: by then others have closed the files that they had open. */
const AGAIN_MS = 2000
const TRIES = 30

/**
 * Removes a folder that nobody needs any more, with all that is in it. Where that fails, as where this process has no descriptor left to
 * read the folder with, it is tried again for a minute. It never throws: a folder that stays ends no session.
 */
export function removeFolder(path: string): void {
  tryToRemove(path, TRIES)
}

function tryToRemove(path: string, tries: number): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    if (tries > 1) setTimeout(() => tryToRemove(path, tries - 1), AGAIN_MS).unref()
  }
}
