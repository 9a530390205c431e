import { lookAtTarget, type AttachTarget } from './look-at-target.js'

/** A live session's processes, as far as its adapter and the daemon know them. */
export interface SessionProcesses {
  readonly session: string
  readonly adapter: number | undefined
  readonly program: number | undefined
}

/** What is asked about a process; the tests answer without processes. */
export type Look = (pid: number) => AttachTarget

/**
 * What a process is for the daemon, for people; undefined for a process that may be debugged. A debugger stops the process
 * that it attaches to: the daemon, and whatever it needs to go on, would never answer again.
 */
export function ownProcess(
  pid: number,
  sessions: readonly SessionProcesses[],
  { look = lookAtTarget, watchdog }: { readonly look?: Look; readonly watchdog?: number | undefined } = {},
): string | undefined {
  if (pid === process.pid) return 'the dapplex daemon itself'
  if (pid === watchdog) return 'the watchdog of the dapplex daemon'
  if (ancestorsOf(process.pid, look).includes(pid)) return 'a process that started the dapplex daemon'
  for (const { session, adapter, program } of sessions) {
    if (adapter === undefined) continue
    if (pid === adapter) return `the debug adapter of session ${session}`
    const above = program === undefined ? [] : ancestorsOf(program, look)
    // lldb-server, and debugpy's launcher, stand between an adapter and its program.
    if (above.includes(adapter) && above.slice(0, above.indexOf(adapter)).includes(pid))
      return `a part of the debug adapter of session ${session}`
  }
  return undefined
}

/** The session whose adapter traces; `tracer` is the adapter or was started by it. */
export function sessionOfTracer(
  tracer: number,
  sessions: readonly SessionProcesses[],
  look: Look = lookAtTarget,
): string | undefined {
  const line = [tracer, ...ancestorsOf(tracer, look)]
  return sessions.find(({ adapter }) => adapter !== undefined && line.includes(adapter))?.session
}

/** Parent, its parent, and so on, without the first process of the machine. */
function ancestorsOf(pid: number, look: Look): readonly number[] {
  const found: number[] = []
  for (let target = look(pid); target.kind === 'known' && target.parent > 1; target = look(target.parent)) {
    if (found.includes(target.parent)) break
    found.push(target.parent)
  }
  return found
}
