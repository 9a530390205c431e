import type { DebugEvent, DebugEventType, SessionEvent } from '@dapplex/protocol'
import type { DapSession } from '../port/dap-session.js'
import { breakpointRow } from '../breakpoints/breakpoint-row.js'
import { actorRow, stateOf } from '../result/session-state.js'
import { present } from '../result/present.js'

const TYPES: Readonly<Record<SessionEvent['kind'], DebugEventType>> = {
  stopped: 'stopped',
  continued: 'continued',
  output: 'output',
  process: 'process',
  thread: 'thread',
  breakpoint: 'breakpoint',
  clientJoined: 'client_joined',
  clientLeft: 'client_left',
  written: 'written',
  invalidated: 'invalidated',
  exited: 'exited',
  restarting: 'restarting',
  ended: 'ended',
  phase: 'state',
  unresponsive: 'unresponsive',
  responsive: 'responsive',
  control: 'control',
  message: 'message',
  job: 'job',
  child: 'child',
}

export const eventType = (event: SessionEvent): DebugEventType => TYPES[event.kind]

/** A session's event as the `debug_event` notification that subscribers get. */
export function debugEvent(session: DapSession, event: SessionEvent): DebugEvent {
  const { seq, stopId, at, by } = event
  const envelope = {
    session_id: session.id,
    stop_id: stopId,
    seq,
    at: new Date(at).toISOString(),
    by: by === undefined ? undefined : actorRow(by),
  }
  return present({ ...envelope, ...details(session, event) })
}

/** The members that depend on `type`. */
type Details = { [T in DebugEventType]: Omit<Extract<DebugEvent, { type: T }>, Envelope> }[DebugEventType]
type Envelope = 'session_id' | 'stop_id' | 'seq' | 'at' | 'by'

function details(session: DapSession, event: SessionEvent): Details {
  switch (event.kind) {
    case 'stopped':
      return {
        type: 'stopped',
        reason: event.reason,
        thread_id: event.threadId,
        description: event.description,
        text: event.text,
        all_threads_stopped: event.allThreadsStopped,
        breakpoint_ids: [...event.breakpointIds],
      }
    case 'continued':
      return { type: 'continued', thread_id: event.threadId, all_threads_continued: event.allThreadsContinued }
    case 'output':
      return { type: 'output', category: event.category, text: event.text }
    case 'process':
      return { type: 'process', name: event.body.name, pid: event.body.systemProcessId }
    case 'thread':
      return { type: 'thread', thread_id: event.threadId, reason: event.reason }
    case 'breakpoint':
      return {
        type: 'breakpoint',
        reason: event.reason,
        breakpoint_id: event.breakpointId,
        breakpoint: changedBreakpoint(session, event),
      }
    case 'clientJoined':
      return { type: 'client_joined', client: actorRow(event.client) }
    case 'clientLeft':
      return { type: 'client_left', client: actorRow(event.client), why: event.why }
    case 'written':
      return { type: 'written', what: event.what }
    case 'invalidated':
      return { type: 'invalidated', areas: [...event.areas] }
    case 'exited':
      return {
        type: 'exited',
        exit_code: event.exitCode,
        ...(event.signal === undefined ? {} : { signal: event.signal }),
      }
    case 'ended':
      return { type: 'ended', why: event.why }
    case 'phase':
      return { type: 'state', state: stateOf(event) }
    case 'unresponsive':
      return { type: 'unresponsive', command: event.command, waited_ms: event.waitedMs }
    case 'responsive':
    case 'restarting':
      return { type: event.kind }
    case 'control':
      return {
        type: 'control',
        change: event.change,
        holder: event.holder === undefined ? undefined : actorRow(event.holder),
        until: event.until === undefined ? undefined : new Date(event.until).toISOString(),
        reason: event.reason,
      }
    case 'message':
      return { type: 'message', text: event.text, to: event.to?.map(actorRow) }
    case 'job':
      return present({ type: 'job' as const, change: event.change, tool: event.tool, why: event.why })
    case 'child':
      return { type: 'child', child_session_id: event.session }
  }
}

/** The breakpoint as it is now; undefined if it has been removed. */
function changedBreakpoint(session: DapSession, event: SessionEvent & { readonly kind: 'breakpoint' }) {
  const view = session.view().breakpoints.find(({ id }) => id === event.breakpointId)
  return view === undefined ? undefined : breakpointRow(view, 'session')
}
