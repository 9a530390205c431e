import { watch, watchFile, unwatchFile } from 'node:fs'
import { basename, dirname } from 'node:path'
import { lookAt } from '../state/clock.js'
import type { Grant } from './gate.js'

/** Between two looks at the file where the system cannot tell of its changes. */
const LOOK_MS = 1000

/** An open connection that a registered token has let in. */
interface Admission {
  readonly grant: Grant
  readonly close: (why: string) => void
}

export interface AdmissionsOptions {
  readonly principalFile: string
  /** Whether grants are good now. */
  readonly check: () => (grant: Grant) => boolean
}

/**
 * The open connections of registered tokens. When a token is removed or its time is over, they are closed at once. The list of
 * tokens is watched only while there are such connections.
 */
export class Admissions {
  readonly #options: AdmissionsOptions
  readonly #open = new Set<Admission>()
  #unwatch: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: AdmissionsOptions) {
    this.#options = options
  }

  /** @returns what forgets the connection, once it is closed */
  add(grant: Grant, close: (why: string) => void): () => void {
    if (grant.entry === undefined) return () => undefined
    const admission = { grant, close }
    this.#open.add(admission)
    this.#unwatch ??= onChange(this.#options.principalFile, () => this.look())
    // The token may have been removed before the watch began.
    this.look()
    return () => this.#forget(admission)
  }

  /** Closes the connections whose tokens are good no more. */
  look(): void {
    const isGood = this.#options.check()
    for (const admission of [...this.#open]) {
      if (isGood(admission.grant)) continue
      this.#forget(admission)
      admission.close(`the token of ${admission.grant.principal.name} was removed, or its time is over`)
    }
    this.#wakeAtNextEnd()
  }

  #forget(admission: Admission): void {
    this.#open.delete(admission)
    if (this.#open.size > 0) return
    this.#unwatch?.()
    this.#unwatch = undefined
    clearTimeout(this.#timer)
  }

  #wakeAtNextEnd(): void {
    clearTimeout(this.#timer)
    const ends = [...this.#open].flatMap(({ grant }) =>
      grant.entry?.expires === undefined ? [] : [grant.entry.expires],
    )
    if (ends.length === 0) return
    this.#timer = lookAt(Math.min(...ends.map((end) => Date.parse(end))), () => this.look())
  }
}

/** Calls back when a file has changed, which is written by renaming: its folder is watched. */
function onChange(file: string, changed: () => void): () => void {
  let stop = (): void => undefined
  // Where the system has no watch left (Linux: fs.inotify.max_user_watches), the file is looked at again and again.
  const lookOften = () => {
    watchFile(file, { interval: LOOK_MS, persistent: false }, changed)
    stop = () => unwatchFile(file, changed)
  }
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(file)) changed()
    })
    stop = () => watcher.close()
    watcher.once('error', lookOften)
  } catch {
    lookOften()
  }
  return () => stop()
}
