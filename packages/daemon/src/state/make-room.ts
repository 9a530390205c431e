import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Room {
  /** Only files with this end of the name count. */
  readonly end: string
  readonly files: number
  readonly bytes: number
  /** Whether a session is there by now: its file stays. A clock that was set back makes it look older than it is. */
  readonly isThere: (session: string) => boolean
  /** Whether nobody would miss a file: such ones are removed before all others. It is asked only where some must go. */
  readonly isWorthless?: (path: string) => boolean
}

/** Removes the oldest files of a folder until one more may come. Their names sort by time. */
export function makeRoom(folder: string, { end, files, bytes: most, isThere, isWorthless = () => false }: Room): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(end))
  const found = names
    .sort()
    .reverse()
    .map((name) => {
      const path = join(folder, name)
      return { path, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 }
    })
  const sum = found.reduce((all, { bytes }) => all + bytes, 0)
  if (found.length < files && sum <= most) return
  const worthless = new Set(found.filter(({ path }) => isWorthless(path)))
  let bytes = 0
  for (const [index, { path, bytes: own }] of [...found.filter((one) => !worthless.has(one)), ...worthless].entries()) {
    bytes += own
    if ((index >= files - 1 || bytes > most) && !isThere(sessionOf(basename(path)))) rmSync(path, { force: true })
  }
}

/** The id of the session that a file is of. */
const sessionOf = (name: string): string => /-(s\d+)\.\w+$/.exec(name)?.[1] ?? ''

/** The name of a new file of a session. It sorts by time: session numbers start again with each daemon. */
export function sessionFile(startedAt: number, session: string): string {
  const time = new Date(startedAt).toISOString().replaceAll(/[-:.]/g, '')
  return `${time}-${process.pid}-${session}`
}
