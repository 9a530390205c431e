import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Room {
  /** Only files with this end of the name count. */
  readonly end: string
  readonly files: number
  readonly bytes: number
}

/** Removes the oldest files of a folder until one more may come. Their names sort by time. */
export function makeRoom(folder: string, { end, files, bytes: most }: Room): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(end))
  let bytes = 0
  for (const [index, name] of names.sort().reverse().entries()) {
    const path = join(folder, name)
    bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (index >= files - 1 || bytes > most) rmSync(path, { force: true })
  }
}

/** The name of a new file of a session. It sorts by time: session numbers start again with each daemon. */
export function sessionFile(startedAt: number, session: string): string {
  const time = new Date(startedAt).toISOString().replaceAll(/[-:.]/g, '')
  return `${time}-${process.pid}-${session}`
}
