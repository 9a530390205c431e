import { basename } from 'node:path'
import { escapeLines, escapeOutput, escapeText, shown } from '../output/escape-text.js'
import type { BreakpointRow, LocationRow } from './formats.js'
import { formatLocation } from './formats.js'

/** A `debug_event` notification; members beside these depend on `type`. */
export interface DebugEvent {
  readonly session_id: string
  readonly type: string
  readonly by?: { readonly name: string }
  readonly [member: string]: unknown
}

/** One line about what happened, or undefined for what the terminal view does not show. */
export function describeEvent(event: DebugEvent): string | undefined {
  const who = event.by === undefined ? '' : ` (${event.by.name})`
  switch (event.type) {
    case 'stopped':
      return shown`stopped: ${textOf(event['reason'])}${placeOf(event['location'])}${who}`
    case 'continued':
      return shown`continued${who}`
    case 'output':
      return escapeOutput(textOf(event['text']).trimEnd())
    case 'client_joined':
    case 'client_left': {
      const client = event['client'] as { readonly name: string } | undefined
      return shown`${client?.name ?? 'a client'} ${event.type === 'client_joined' ? 'joined' : 'left'}`
    }
    case 'breakpoint':
      return describeBreakpoint(event)
    case 'written':
      return shown`changed: ${textOf(event['what'])}${who}`
    case 'control':
      return describeControl(event)
    case 'message':
      return `${escapeText(event.by?.name ?? 'somebody')}: ${escapeLines(textOf(event['text']))}`
    case 'exited':
      return shown`the program ended with exit code ${String(event['exit_code'])}`
    case 'ended':
      return shown`the session ended: ${textOf(event['why'])}`
    case 'unresponsive':
      return shown`the adapter has not answered "${textOf(event['command'])}" for ${String(event['waited_ms'])} ms`
    default:
      return undefined
  }
}

function describeControl(event: DebugEvent): string | undefined {
  const holder = (event['holder'] as { readonly name: string } | undefined)?.name ?? 'nobody'
  const reason = textOf(event['reason']) === '' ? '' : `: ${textOf(event['reason'])}`
  return event['change'] === 'renewed' ? undefined : shown`${holder} has control of the program${reason}`
}

const placeName = ({ file, line }: BreakpointRow): string =>
  `${file === undefined ? 'a place' : basename(file)}${line === undefined ? '' : `:${line}`}`

const DONE = { new: 'set', removed: 'removed', changed: 'changed' } as const

/** What a client did to a breakpoint. Changes by the adapter are not events here: `b` shows them. */
function describeBreakpoint(event: DebugEvent): string | undefined {
  if (event.by === undefined) return undefined
  const done = DONE[event['reason'] as keyof typeof DONE]
  const row = event['breakpoint'] as BreakpointRow | undefined
  if (row === undefined) return shown`${event.by.name} ${done} breakpoint ${String(event['breakpoint_id'])}`
  return shown`${event.by.name} ${done} a breakpoint at ${row.function ?? placeName(row)}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const placeOf = (value: unknown): string => (value === undefined ? '' : ` at ${formatLocation(value as LocationRow)}`)
