import { statField } from '../../src/state/process-identity.js'

/** Whether a process is there and does something: a zombie waits only for its parent to ask for its exit code. */
export function isRunning(pid: number): boolean {
  const state = statField(pid, 0)
  return state !== undefined && state !== 'Z'
}
