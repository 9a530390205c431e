import { readFileSync } from 'node:fs'

/** How often the clock of a process is read. */
const looks = 10

/**
 * Calls `act` once the main thread of a process has stood still for `ms`: it neither ran nor was ready to run (Linux; elsewhere
 * once `ms` have passed). A busy machine makes a process slow, not idle. Returns a function that ends the watch.
 */
export function whenIdle(pid: number | undefined, ms: number, act: () => void): () => void {
  let idle = 0
  let before = activityOf(pid)
  const timer = setInterval(() => {
    const now = activityOf(pid)
    idle = now === undefined || now === before ? idle + 1 : 0
    before = now
    if (idle < looks) return
    clearInterval(timer)
    act()
  }, ms / looks)
  return () => clearInterval(timer)
}

/** Time on a processor, and time spent ready for one (Linux, "Scheduler Statistics"). */
function activityOf(pid: number | undefined): string | undefined {
  try {
    return readFileSync(`/proc/${String(pid)}/schedstat`, 'latin1')
  } catch {
    return undefined
  }
}
