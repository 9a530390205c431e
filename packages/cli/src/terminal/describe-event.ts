import type { LocationRow } from './formats.js'
import { formatLocation } from './formats.js'

/** A `debug_event` notification; members beside these depend on `type`. */
export interface DebugEvent {
  readonly session_id: string
  readonly type: string
  readonly by?: { readonly name: string }
  readonly [member: string]: unknown
}

/** One line for a person about what happened, or undefined for what a terminal view does not show. */
export function describeEvent(event: DebugEvent): string | undefined {
  const who = event.by === undefined ? '' : ` (${event.by.name})`
  switch (event.type) {
    case 'stopped':
      return `stopped: ${textOf(event['reason'])}${placeOf(event['location'])}${who}`
    case 'continued':
      return `continued${who}`
    case 'output':
      return textOf(event['text']).trimEnd()
    case 'client_joined':
    case 'client_left': {
      const client = event['client'] as { readonly name: string } | undefined
      return `${client?.name ?? 'a client'} ${event.type === 'client_joined' ? 'joined' : 'left'}`
    }
    case 'written':
      return `changed: ${textOf(event['what'])}${who}`
    case 'control':
      return describeControl(event)
    case 'message':
      return `${event.by?.name ?? 'somebody'}: ${textOf(event['text'])}`
    case 'exited':
      return `the program ended with exit code ${String(event['exit_code'])}`
    case 'ended':
      return `the session ended: ${textOf(event['why'])}`
    case 'unresponsive':
      return `the adapter has not answered "${textOf(event['command'])}" for ${String(event['waited_ms'])} ms`
    default:
      return undefined
  }
}

function describeControl(event: DebugEvent): string | undefined {
  const holder = (event['holder'] as { readonly name: string } | undefined)?.name ?? 'nobody'
  const reason = textOf(event['reason']) === '' ? '' : `: ${textOf(event['reason'])}`
  return event['change'] === 'renewed' ? undefined : `${holder} has control of the program${reason}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const placeOf = (value: unknown): string => (value === undefined ? '' : ` at ${formatLocation(value as LocationRow)}`)
