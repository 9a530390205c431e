import type { JsonObject } from '@dapplex/protocol'
import type { Shift } from '../../state/clients/conventions.js'
import { isNothing, shiftPlace } from './shift.js'

/** Requests whose arguments hold a place in a source themselves. */
const placed: ReadonlySet<string> = new Set([
  'setBreakpoints',
  'breakpointLocations',
  'gotoTargets',
  'completions',
  'evaluate',
  'source',
])

/** Arguments of a client's request in the adapter's conventions; the same object when nothing changes (mux 8). */
export function argumentsToAdapter(command: string, args: JsonObject, shift: Shift): JsonObject {
  if (isNothing(shift) || !placed.has(command)) return args
  const next = shiftPlace(args, shift) as JsonObject
  return command === 'setBreakpoints' ? shiftList(next, shift) : next
}

function shiftList(args: JsonObject, shift: Shift): JsonObject {
  const breakpoints = args['breakpoints']
  const lines = args['lines']
  const next: JsonObject = { ...args }
  if (Array.isArray(breakpoints)) next['breakpoints'] = breakpoints.map((one: unknown) => shiftPlace(one, shift))
  if (Array.isArray(lines))
    next['lines'] = lines.map((line: unknown) => (typeof line === 'number' ? line + shift.line : line))
  return next
}

/** `dapplex*` keys are for the multiplexer: they never go upstream or to disk (mux 10). */
export const withoutDapplexKeys = (args: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !key.startsWith('dapplex')))
