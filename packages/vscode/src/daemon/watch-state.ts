import { existsSync, watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Calls `changed` when something changes in the folder. While the folder is not there, its nearest parent is watched. Nothing is
 * read and no folder is made.
 * @returns a function that ends it
 */
export function watchState(folder: string, changed: () => void): () => void {
  let watched: { readonly path: string; readonly watcher: FSWatcher } | undefined
  let isOver = false
  const begin = (): void => {
    if (isOver) return
    const path = nearest(folder)
    if (watched?.path === path) return
    watched?.watcher.close()
    watched = undefined
    try {
      const watcher = watch(path, { persistent: false }, () => {
        begin()
        changed()
      })
      watcher.on('error', () => undefined)
      watched = { path, watcher }
    } catch {
      // A folder that cannot be watched: the next command looks for the daemon.
    }
  }
  begin()
  return () => {
    isOver = true
    watched?.watcher.close()
  }
}

function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))
}
