import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/** Descriptors that Node opens to start a process with three pipes (measured: 8), and a few that others may open meanwhile. */
const NEEDED = 12

/**
 * Call it before a process is started.
 * @throws Error where too few descriptors are left for it
 */
export function demandRoomForProcess(command: string): void {
  if (hasRoomForProcess()) return
  throw new Error(
    `${command} could not be started: too many files are open; close some, or raise the limit (ulimit -n)`,
  )
}

/**
 * Whether this process may open what it needs to start another one. It is asked before each start: where six or seven descriptors are
 * left, Node 20 starts nothing and loses three of them for good, and with one to three left `execFileSync` loses one (measured).
 */
export function hasRoomForProcess(): boolean {
  const opened: number[] = []
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, 'r'))
    return true
  } catch {
    return false
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
