import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { isSameProcess, processStart } from './process-identity.js'

const lockHolder = z.object({ pid: z.int(), started: z.string() })
export type LockHolder = z.infer<typeof lockHolder>

export type LockResult =
  { readonly kind: 'taken'; readonly release: () => void } | { readonly kind: 'held'; readonly by: LockHolder }

/** How often a stale lock is removed before giving up. Each round needs another process that died meanwhile. */
const ROUNDS = 5

/**
 * Takes the lock of a state folder. The file appears whole (by `link`), and a stale one of a dead process is removed by
 * `rename`, which succeeds in only one of several daemons that start at once.
 */
export function takeInstanceLock(path: string): LockResult {
  const own: LockHolder = { pid: process.pid, started: processStart(process.pid) ?? '' }
  const fresh = `${path}.${process.pid}.${process.hrtime.bigint()}`
  writeFileSync(fresh, JSON.stringify(own), { mode: 0o600, flag: 'wx' })
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (tryLink(fresh, path)) return { kind: 'taken', release: () => rmSync(path, { force: true }) }
      const holder = readHolder(path)
      if (holder !== undefined && isSameProcess(holder.pid, holder.started)) return { kind: 'held', by: holder }
      removeStale(path, holder)
    }
    throw new Error(
      `the lock ${path} cannot be taken: it reappears after each removal; remove it if no dapplex daemon runs`,
    )
  } finally {
    rmSync(fresh, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a dead process. If another daemon was faster and the lock belongs to a live one, gives it back. */
function removeStale(path: string, seen: LockHolder | undefined): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = readHolder(aside)
  const isAnothers = moved !== undefined && (moved.pid !== seen?.pid || moved.started !== seen.started)
  if (isAnothers) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function readHolder(path: string): LockHolder | undefined {
  try {
    const parsed = lockHolder.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
