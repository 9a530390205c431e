import { watch } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Waits until another process has written what `look` finds in a file. `look` runs at each change in the folder of the file;
 * what it throws means "not yet". The folder must exist. The time limit is that of the test.
 */
export function untilWritten<T>(path: string, look: () => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const watcher = watch(dirname(path), lookAgain)
    watcher.once('error', reject)
    // The file may have been written before the watch began.
    lookAgain()

    function lookAgain(): void {
      const found = tryLook(look)
      if (found === undefined) return
      watcher.close()
      resolve(found)
    }
  })
}

function tryLook<T>(look: () => T | undefined): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
