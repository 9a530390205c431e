import { isJsonObject, type JsonObject } from '@dapplex/protocol/dap'
import type { Entry } from './read-entries.js'
import type { Exchange, RecordedBreakpoint } from './recording.js'

/** Every breakpoint that the adapter ever verified, at the place where it put it. */
export function recordedBreakpoints(entries: readonly Entry[], exchanges: readonly Exchange[]): RecordedBreakpoint[] {
  const moved = verifiedLater(entries)
  return exchanges.flatMap((exchange) => {
    const asked = objects(exchange.args['breakpoints'])
    return objects(exchange.answer.body?.['breakpoints']).flatMap((answered, index) => {
      const spec = asked[index] ?? {}
      const breakpoint = { ...answered, ...moved.get(answered['id']) }
      if (breakpoint['verified'] !== true) return []
      return placeOf(exchange, spec, breakpoint)
    })
  })
}

function placeOf({ command, args }: Exchange, spec: JsonObject, answered: JsonObject): RecordedBreakpoint[] {
  const id = number(answered['id'])
  switch (command) {
    case 'setBreakpoints': {
      const path = isJsonObject(args['source']) ? args['source']['path'] : undefined
      const line = number(answered['line']) ?? number(spec['line'])
      return typeof path === 'string' && line !== undefined ? [{ id, path, line }] : []
    }
    case 'setFunctionBreakpoints':
      return typeof spec['name'] === 'string' ? [{ id, functionName: spec['name'] }] : []
    default:
      return []
  }
}

/** What `breakpoint` events say about breakpoints that were pending when they were set. */
function verifiedLater(entries: readonly Entry[]): ReadonlyMap<unknown, JsonObject> {
  const later = new Map<unknown, JsonObject>()
  for (const { message } of entries) {
    if (message.type !== 'event' || !('event' in message) || message.event !== 'breakpoint') continue
    const body: unknown = message.body
    const breakpoint = isJsonObject(body) ? body['breakpoint'] : undefined
    if (isJsonObject(breakpoint) && breakpoint['verified'] === true) later.set(breakpoint['id'], breakpoint)
  }
  return later
}

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
