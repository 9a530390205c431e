import type { DapRequest } from '@dapplex/protocol'
import { cleanName } from '../access/identity.js'
import { takeAddress, withoutDapplexArguments } from '../adapters/arguments/dapplex-arguments.js'
import type { SessionRuntime } from '../session/runtime/session-runtime.js'
import { textOf } from './dap-target.js'

type Args = Readonly<Record<string, unknown>>

export const argumentsOf = (request: DapRequest): Args => (request.arguments as Args | undefined) ?? {}

/**
 * The launch or attach arguments for the core. A client that joins says so here: otherwise a session whose launch is still
 * running would take the first `attach` as its own.
 */
export function startArguments(
  { runtime, isStarter }: { readonly runtime: SessionRuntime; readonly isStarter: boolean },
  args: Args,
): Args {
  const name = textOf(args['dapplexName'])
  const named = name === undefined ? {} : { dapplexName: cleanName(name) }
  const adapterArgs = { ...withoutDapplexArguments(runtime.module, args), ...named }
  return isStarter ? adapterArgs : { ...adapterArgs, dapplexSession: runtime.id }
}

/** Whether launch or attach names another session than the one started for it, or an adapter that already runs. */
export function isElsewhere(started: SessionRuntime, request: DapRequest, args: Args): boolean {
  const session = textOf(args['dapplexSession'])
  if (session !== undefined) return session !== started.id
  const command = request.command === 'attach' ? 'attach' : 'launch'
  return takeAddress(started.module, { command, args }) !== undefined
}

export const withArguments = (request: DapRequest, args: Args): DapRequest => ({ ...request, arguments: args })

/** The members with these names that are texts and not empty. */
export function pickTexts<K extends string>(
  from: Readonly<Record<string, unknown>>,
  keys: readonly K[],
): Partial<Record<K, string>> {
  const found = keys.flatMap((key) => {
    const text = textOf(from[key])
    return text === undefined ? [] : [[key, text]]
  })
  return Object.fromEntries(found) as Partial<Record<K, string>>
}
