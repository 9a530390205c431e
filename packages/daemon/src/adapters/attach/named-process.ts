import type { AdapterModule } from '@dapplex/protocol'

type Args = Readonly<Record<string, unknown>>

/** The names that attach arguments use for a process id. An adapter that is given as a command may use either. */
const PID_NAMES = ['pid', 'processId']
/** Arguments that editors and dapplex add. They name no process. */
const NOT_A_TARGET = /^(__.*|dapplex.*|name|type|request)$/

/** The processes that attach arguments name, the adapter's own name first. Editors write the id as a number or as text. */
export function namedProcesses({ definition }: AdapterModule, args: Args): readonly number[] {
  const names = new Set([definition.attach?.pid ?? 'pid', ...PID_NAMES])
  return [...names].map((name) => numberOf(args[name])).filter((pid) => Number.isInteger(pid) && pid > 0)
}

/**
 * Whatever could be a process in debugger commands among the arguments, such as LLDB's `attachCommands` (`process attach -p 7`).
 * A number there may mean anything else: it only serves to keep a debugger away from certain processes.
 */
export function numbersInCommands(args: Args): readonly number[] {
  const lines = Object.values(args).flatMap((value): unknown[] => (Array.isArray(value) ? value : []))
  const texts = lines.filter((line) => typeof line === 'string')
  return texts.flatMap((text) => [...text.matchAll(/\b\d+\b/g)].map(([digits]) => Number(digits)))
}

/** Whether attach arguments say nothing about what to attach to. */
export function namesNothing({ definition }: AdapterModule, args: Args): boolean {
  const fixed = definition.attach?.fixed ?? {}
  return Object.entries(args).every(([name, value]) => value === undefined || NOT_A_TARGET.test(name) || name in fixed)
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
