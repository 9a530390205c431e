import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** In ms. The end of another build has no event: whoever waits looks again after this time. */
const LOOK_AGAIN = 200
/** In the folder of a build that has begun. */
const BEGUN = 'begun'

/** The folder of a build. Its name says which process it is of. */
export const buildFolder = (parent: string): string =>
  join(parent, `build-${process.pid}-${process.hrtime.bigint().toString(36)}`)

/**
 * Waits until no other process builds beside this folder: images that are built at once read the compiled files of Swank while another
 * one writes them, and fail (measured: two of three). A build that has begun goes first, then that with the lowest process id.
 */
export async function buildTurn(folder: string): Promise<void> {
  while (others(folder).some((other) => goesFirst(other, folder))) await sleep(LOOK_AGAIN)
  writeFileSync(join(folder, BEGUN), '')
}

/** Builds of processes that are there. */
function others(folder: string): string[] {
  const parent = dirname(folder)
  const found = readdirSync(parent).filter((name) => pidOf(name) !== undefined && name !== basename(folder))
  return found.filter((name) => isAlive(pidOf(name) ?? 0)).map((name) => join(parent, name))
}

function goesFirst(other: string, own: string): boolean {
  if (existsSync(join(other, BEGUN))) return true
  return (pidOf(basename(other)) ?? 0) < (pidOf(basename(own)) ?? 0)
}

function pidOf(name: string): number | undefined {
  const digits = /^build-(\d+)-/.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
