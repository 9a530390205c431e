import { basename } from 'node:path'
import type { DebugEvent } from '@dapplex/protocol'
import { escapeLines, escapeOutput, escapeText, shown } from '../output/escape-text.js'
import type { LocationRow } from './formats.js'
import { formatLocation } from './formats.js'

/**
 * One line for a person about what happened, or undefined for what the terminal view does not show. `place` is where the
 * stopped thread stands: the event does not say it.
 */
export function describeEvent(event: DebugEvent, place?: LocationRow): string | undefined {
  const who = event.by === undefined ? '' : ` (${event.by.name})`
  switch (event.type) {
    case 'stopped':
      return shown`stopped: ${event.reason}${place === undefined ? '' : ` at ${formatLocation(place)}`}${who}`
    case 'continued':
      return shown`continued${who}`
    case 'output':
      return escapeOutput(event.text.trimEnd())
    case 'client_joined':
      return shown`${event.client.name} joined`
    case 'client_left':
      return shown`${event.client.name} left`
    case 'breakpoint':
      return describeBreakpoint(event)
    case 'written':
      return shown`changed: ${event.what}${who}`
    case 'control':
      return describeControl(event)
    case 'job':
      return shown`${event.by?.name ?? 'somebody'}: ${event.tool} has ${event.change}${event.why === undefined ? '' : ` (${event.why})`}`
    case 'message':
      return `${escapeText(event.by?.name ?? 'somebody')}: ${escapeLines(event.text)}`
    case 'exited':
      return event.signal === undefined
        ? shown`the program ended with exit code ${String(event.exit_code)}`
        : shown`the program was ended by ${event.signal} (exit code ${String(event.exit_code)})`
    case 'restarting':
      return event.by === undefined ? 'the program is started again' : shown`${event.by.name} starts the program again`
    case 'ended':
      return shown`the session ended: ${event.why}`
    case 'unresponsive':
      return shown`the adapter has not answered "${event.command}" for ${String(event.waited_ms)} ms`
    case 'process':
    case 'thread':
    case 'invalidated':
    case 'state':
    case 'responsive':
    case 'child':
      return undefined
  }
}

type EventOf<T extends DebugEvent['type']> = Extract<DebugEvent, { type: T }>

function describeControl({ change, holder, reason = '' }: EventOf<'control'>): string | undefined {
  if (change === 'renewed') return undefined
  return shown`${holder?.name ?? 'nobody'} has control of the program${reason === '' ? '' : `: ${reason}`}`
}

const DONE = { new: 'set', removed: 'removed', changed: 'changed' } as const

/** What a client did to a breakpoint. Changes by the adapter are not events here: `b` shows them. */
function describeBreakpoint({ by, reason, breakpoint, breakpoint_id: id }: EventOf<'breakpoint'>): string | undefined {
  if (by === undefined) return undefined
  if (breakpoint === undefined) return shown`${by.name} ${DONE[reason]} breakpoint ${String(id)}`
  return shown`${by.name} ${DONE[reason]} a breakpoint at ${breakpoint.function ?? placeName(breakpoint)}`
}

const placeName = ({ file, line }: NonNullable<EventOf<'breakpoint'>['breakpoint']>): string =>
  `${file === undefined ? 'a place' : basename(file)}${line === undefined ? '' : `:${line}`}`
