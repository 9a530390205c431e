import {
  effectOf,
  isServedName,
  listsArguments,
  requestCatalogue,
  standardCatalogue,
  type CapabilityFlag,
  type Effect,
  type ExpressionTraits,
  type RequestDefinition,
} from '@dapplex/protocol'

export type { CapabilityFlag } from '@dapplex/protocol'

/** What a request is about, for the lifecycle table, roles and control. */
export type CommandGroup =
  | 'initialize'
  | 'start'
  | 'breakpoints'
  | 'configurationDone'
  | 'move'
  | 'pause'
  | 'threads'
  | 'inspect'
  | 'change'
  | 'disconnect'
  | 'terminate'
  | 'restart'
  | 'cancel'
  /** `dapplex_*` requests that the multiplexer itself answers. */
  | 'multiplexer'
  | 'other'

export interface StandardRequest {
  readonly group: CommandGroup
  /** The flag without which the adapter must not be sent it (DAP, each request's description; mux 25). */
  readonly flag?: CapabilityFlag
}

const GROUP_OF_EFFECT: Readonly<Record<Effect, CommandGroup>> = {
  read: 'inspect',
  write: 'change',
  evaluate: 'change',
  move: 'move',
  pause: 'pause',
  breakpoints: 'breakpoints',
  configure: 'initialize',
  start: 'start',
  restart: 'restart',
  end: 'terminate',
  cancel: 'cancel',
  input: 'other',
  arrange: 'other',
}

/** Requests that the core treats apart from others with the same effect. */
const GROUP_OF_NAME: Readonly<Record<string, CommandGroup>> = {
  configurationDone: 'configurationDone',
  disconnect: 'disconnect',
  threads: 'threads',
}

/** Every request that a client may send, of DAP 1.68. */
export const standardRequests: ReadonlyMap<string, StandardRequest> = new Map(
  Object.entries<RequestDefinition>(standardCatalogue).map(([command, { effect, flag }]) => [
    command,
    { group: GROUP_OF_NAME[command] ?? GROUP_OF_EFFECT[effect], ...(flag === undefined ? {} : { flag }) },
  ]),
)

/** Requests that make a stopped thread go on; each of them ends its epoch (mux 6, 17). */
export const isResume = (command: string): boolean => groupOf(command) === 'move'

/** `served`: requests of dapplex that this adapter answers itself (`traits.serves`). */
export function groupOf(command: string, served: readonly string[] = []): CommandGroup {
  const standard = standardRequests.get(command)
  if (standard !== undefined) return standard.group
  if (!command.startsWith('dapplex_')) return 'other'
  if (!served.includes(command)) return 'multiplexer'
  return isServedName(command) ? servedGroup(requestCatalogue[command].effect) : 'other'
}

/** An adapter tells by `continued` what a served request moves, so the core forwards it like any change. */
const servedGroup = (effect: Effect): CommandGroup => (effect === 'move' ? 'change' : GROUP_OF_EFFECT[effect])

/** What of an adapter decides the group of a request. */
interface AdapterSide {
  readonly serves: readonly string[]
  readonly presentation: ExpressionTraits
}

/**
 * The group of one request: a served one that reads becomes a change by its arguments, and the expression that lists the arguments
 * of a frame only reads.
 */
export function groupOfRequest(
  { command, args }: { readonly command: string; readonly args: Readonly<Record<string, unknown>> },
  { serves, presentation }: AdapterSide,
): CommandGroup {
  if (listsArguments({ command, args }, presentation)) return 'inspect'
  const group = groupOf(command, serves)
  if (group !== 'inspect' || isStandard(command)) return group
  const effect = effectOf({ command, args }, presentation.names)
  return effect === undefined ? group : servedGroup(effect)
}

export const isStandard = (command: string): boolean => standardRequests.has(command)

/** Contexts in which an editor evaluates by itself, without anybody asking (DAP, `EvaluateArguments.context`; mux 19, 28). */
const automaticContexts: ReadonlySet<unknown> = new Set(['hover', 'watch', 'variables', 'clipboard'])
export const isAutomaticEvaluation = (command: string, args: Readonly<Record<string, unknown>>): boolean =>
  command === 'evaluate' && automaticContexts.has(args['context'])
