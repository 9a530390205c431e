import { basename } from 'node:path'
import type { DebugEvent } from '@dapplex/protocol'
import type { LocationRow } from './formats.js'
import { formatLocation } from './formats.js'

/**
 * One line for a person about what happened, or undefined for what a terminal view does not show. `place` is where a
 * stopped thread stands: the event does not tell.
 */
export function describeEvent(event: DebugEvent, place?: LocationRow): string | undefined {
  const who = event.by === undefined ? '' : ` (${event.by.name})`
  switch (event.type) {
    case 'stopped':
      return `stopped: ${event.reason}${place === undefined ? '' : ` at ${formatLocation(place)}`}${who}`
    case 'continued':
      return `continued${who}`
    case 'output':
      return event.text.trimEnd()
    case 'client_joined':
      return `${event.client.name} joined`
    case 'client_left':
      return `${event.client.name} left`
    case 'breakpoint':
      return describeBreakpoint(event)
    case 'written':
      return `changed: ${event.what}${who}`
    case 'control':
      return describeControl(event)
    case 'message':
      return `${event.by?.name ?? 'somebody'}: ${event.text}`
    case 'exited':
      return `the program ended with exit code ${event.exit_code}`
    case 'ended':
      return `the session ended: ${event.why}`
    case 'unresponsive':
      return `the adapter has not answered "${event.command}" for ${event.waited_ms} ms`
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
  return `${holder?.name ?? 'nobody'} has control of the program${reason === '' ? '' : `: ${reason}`}`
}

const DONE = { new: 'set', removed: 'removed', changed: 'changed' } as const

/** What somebody did to a breakpoint; what the adapter tells about one is shown by b. */
function describeBreakpoint({ by, reason, breakpoint, breakpoint_id: id }: EventOf<'breakpoint'>): string | undefined {
  if (by === undefined) return undefined
  if (breakpoint === undefined) return `${by.name} ${DONE[reason]} breakpoint ${id}`
  return `${by.name} ${DONE[reason]} a breakpoint at ${breakpoint.function ?? placeName(breakpoint)}`
}

const placeName = ({ file, line }: NonNullable<EventOf<'breakpoint'>['breakpoint']>): string =>
  `${file === undefined ? 'a place' : basename(file)}${line === undefined ? '' : `:${line}`}`
