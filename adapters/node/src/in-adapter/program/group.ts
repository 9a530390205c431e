import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Sends a signal to a whole process group (on Windows: to its first process).
 * @returns whether anything was there to get it
 */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal)
    return true
  } catch {
    return false
  }
}

/**
 * Kills a process group when this process dies, even by SIGKILL, and removes a folder. A shell waits for the end of its stdin, which only the death
 * of this process or `dismiss` causes.
 */
export class GroupGuard {
  readonly #watcher: ChildProcess | undefined

  constructor(leader: number, folder = '') {
    if (process.platform === 'win32') return
    const script = 'read -r _; kill -KILL "-$1" 2>/dev/null; [ -z "$2" ] || rm -rf -- "$2"'
    const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(leader), folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    // Without a shell there is no guard. Everything else works.
    watcher.on('error', () => undefined)
    watcher.stdin.on('error', () => undefined)
    watcher.unref()
    this.#watcher = watcher
  }

  /** The group may live on. */
  dismiss(): void {
    this.#watcher?.kill('SIGKILL')
  }
}
