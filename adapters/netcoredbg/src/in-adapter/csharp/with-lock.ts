import { readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** In ms. A lock has no event: whoever waits for it looks again after this time. */
const LOOK_AGAIN = 200

/** Runs `work` while no other process holds the lock file. A lock whose process is gone does not count. */
export async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  while (!(await tryLock(file))) {
    if (!(await removeStale(file))) await sleep(LOOK_AGAIN)
  }
  try {
    await work()
  } finally {
    await rm(file, { force: true })
  }
}

/** The file holds the pid of its process. */
async function tryLock(file: string): Promise<boolean> {
  return writeFile(file, String(process.pid), { flag: 'wx' }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    },
  )
}

/** True when the lock has gone. Only one of several processes can rename it. */
async function removeStale(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return true
  const pid = Number(text)
  // Between its creation and its first byte a lock has no owner yet.
  if (text === '' || !Number.isInteger(pid) || isAlive(pid)) return false
  const stale = `${file}.stale-${process.pid}`
  await rename(file, stale).catch(() => undefined)
  await rm(stale, { force: true })
  return true
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** It has ended, and its parent has not asked how: in a container without an init process that lasts for ever. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
