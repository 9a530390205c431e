import { toolError, type AdapterModule, type ToolError } from '@dapplex/protocol'
import type { AdapterAddress } from '../supervise/running-adapter.js'
import { filesOfProcess, lookAtTarget, ptraceScope, type AttachTarget } from './look-at-target.js'
import { namedProcesses, namesNothing, numbersInCommands } from './named-process.js'
import { ownProcess, sessionOfTracer, type SessionProcesses } from './own-process.js'

/** An attach as a client asks for it. */
export interface AskedAttach {
  readonly module: AdapterModule
  readonly args: Readonly<Record<string, unknown>>
  /** Where the adapter listens already; undefined for an adapter that the daemon starts. */
  readonly address: AdapterAddress | undefined
  /** The program runs elsewhere: its process ids are not this machine's. */
  readonly isElsewhere: boolean
}

/** What the check asks this machine; the tests answer for other users and other kernels. */
export interface Machine {
  readonly look: (pid: number) => AttachTarget
  readonly user: number | undefined
  readonly ptraceScope: number | undefined
  /** The process that ends what the daemon has started, if the daemon dies. */
  readonly watchdog?: number | undefined
}

/** This machine, as the daemon whose watchdog is this process sees it. */
export const thisMachine = (watchdog?: number): Machine => ({
  look: lookAtTarget,
  user: process.geteuid?.(),
  ptraceScope: ptraceScope(),
  watchdog,
})

/**
 * Why an attach cannot succeed, known before an adapter is asked; undefined where the adapter may try. Adapters tell these
 * reasons late, in their own words or not at all.
 */
export function checkAttach(
  asked: AskedAttach,
  sessions: readonly SessionProcesses[],
  machine: Machine = thisMachine(),
): ToolError | undefined {
  const { module, args, address, isElsewhere } = asked
  const { id, title, attach } = module.definition
  const pids = namedProcesses(module, args)
  const [pid] = pids
  const isTraced = attach?.by === 'ptrace' && address === undefined
  const isHere = address === undefined || 'socket' in address || isLoopback(address.host)
  const own = isHere ? refusedOwn([...pids, ...numbersInCommands(args)], { id, sessions, machine }) : undefined
  if (own !== undefined) return own
  if (pid === undefined) {
    if (!isTraced || !namesNothing(module, args)) return undefined
    const reason = `${title} attaches to a process: give its process id (${attach.pid ?? 'pid'})`
    return toolError('ATTACH_FAILED', { reason, adapter: id })
  }
  if (!isHere || !isTraced || isElsewhere) return undefined
  return checkTrace(pid, machine.look(pid), { sessions, machine }) ?? checkProgram(pid, module)
}

interface Around {
  readonly sessions: readonly SessionProcesses[]
  readonly machine: Machine
}

/** The daemon, what it descends from, and its adapters must not be stopped. */
function refusedOwn(
  pids: readonly number[],
  { id, sessions, machine }: Around & { readonly id: string },
): ToolError | undefined {
  for (const one of pids) {
    const target = machine.look(one)
    const own = ownProcess(target.kind === 'known' ? target.process : one, sessions, machine)
    if (own === undefined) continue
    const reason = `process ${one} is ${own}; a debugger would stop it for good`
    return toolError('ATTACH_FAILED', { reason, adapter: id })
  }
  return undefined
}

function checkTrace(pid: number, target: AttachTarget, { sessions, machine }: Around): ToolError | undefined {
  switch (target.kind) {
    case 'gone':
      return toolError('PROCESS_NOT_FOUND', { pid })
    case 'forbidden':
      return denied(pid, 'it belongs to another user', machine)
    case 'present':
      return undefined
    case 'known': {
      if (machine.user !== 0 && machine.user !== target.user)
        return denied(pid, `it belongs to user ${target.user}, and the daemon runs as user ${machine.user}`, machine)
      if (target.tracer !== 0) return attached(pid, target.tracer, { sessions, machine })
      return isClosed(machine) ? denied(pid, 'this machine lets no debugger attach', machine) : undefined
    }
  }
}

/** What the process runs, for an adapter that would wait in vain (`attach.runs`). */
function checkProgram(pid: number, { definition: { id, attach } }: AdapterModule): ToolError | undefined {
  const { runs } = attach ?? {}
  const files = runs === undefined ? undefined : filesOfProcess(pid)
  if (runs === undefined || files === undefined) return undefined
  const pattern = new RegExp(runs.files, 'i')
  if (files.some((file) => pattern.test(file))) return undefined
  const reason = `process ${pid} (${files[0] ?? 'unknown'}) runs no ${runs.called}; name the adapter for its language`
  return toolError('ATTACH_FAILED', { reason, adapter: id })
}

function attached(pid: number, tracer: number, { sessions, machine }: Around): ToolError {
  const session = sessionOfTracer(tracer, sessions, machine.look)
  if (session !== undefined) return toolError('ALREADY_ATTACHED', { pid, session_id: session, debugger_pid: tracer })
  const holder = machine.look(tracer)
  const name = holder.kind === 'known' ? holder.name : 'a debugger'
  const message = `Process ${pid} is already being debugged by ${name} (process ${tracer})`
  return toolError('ALREADY_ATTACHED', { pid, debugger_pid: tracer }, message)
}

/** The Linux kernel's documentation, "Yama": at 2 only an administrator may attach, at 3 nobody. */
const isClosed = ({ ptraceScope: scope = 0, user }: Machine): boolean => scope >= 3 || (scope === 2 && user !== 0)

function denied(pid: number, why: string, { ptraceScope: scope }: Machine): ToolError {
  const rule = 'a debugger traces only processes of its own user (ptrace)'
  const yama = scope === undefined || scope === 0 ? '' : `; /proc/sys/kernel/yama/ptrace_scope is ${scope}`
  return toolError('PERMISSION_DENIED', { what: `Attaching to process ${pid}`, reason: `${why}; ${rule}${yama}` })
}

/** What to say of a failed attach where Yama may be the reason: at 1 a process may be traced only by its ancestors. */
export function ptraceHint({ definition }: AdapterModule, scope = ptraceScope()): string | undefined {
  if (definition.attach?.by !== 'ptrace' || scope === undefined || scope === 0 || process.geteuid?.() === 0)
    return undefined
  return `/proc/sys/kernel/yama/ptrace_scope is ${scope}: a process can be attached to only by its ancestors; set it to 0, or start the program with debug_launch`
}

const isLoopback = (host: string): boolean => /^(127\.|localhost$|::1$|\[::1\]$)/.test(host)
