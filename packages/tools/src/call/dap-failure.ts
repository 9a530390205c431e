import {
  errorCatalogue,
  errorFromDap,
  errorText,
  evalFailureKind,
  isJsonObject,
  rpcError,
  spokenCommand,
  toolError,
  type ErrorType,
  type ToolError,
} from '@dapplex/protocol'
import type { DapAnswer, DapSession } from '../port/dap-session.js'

export type DapFailure = Extract<DapAnswer, { readonly success: false }>

/** The adapter's own words about a failure (DAP, "ErrorResponse"), with the variables filled in. */
export function failureText({ message, error }: DapFailure): string {
  const text = errorText(error) ?? message
  return text.trim() === '' ? 'the adapter gave no reason' : text.trim()
}

/**
 * The documented error of a failure from the multiplexer core or from one of dapplex's own adapters; undefined for any
 * other failure. The core puts the type of its errors in `variables.type`.
 * @param args of the failed request: they fill in what an adapter leaves out of an error
 */
export function documentedFailure(
  session: DapSession,
  failure: DapFailure,
  args: Readonly<Record<string, unknown>>,
): ToolError | undefined {
  const given = errorFromDap(failure.error)
  if (given === undefined) return fromCore(session, failure)
  const completed = withSlot(withExpression(withText(given, session.adapter.title), args), args)
  return isDocumented(completed) ? completed : undefined
}

/** An adapter may lack what the documented error says, as the index of a frame of which it knows the id. */
function isDocumented({ type, wire }: ToolError): boolean {
  return type in errorCatalogue && errorCatalogue[type as ErrorType].data.safeParse(wire.data).success
}

/** Fills in the reason and the adapter: an adapter's error message is its reason, and the adapter need not name itself. */
export function withText(error: ToolError, adapter: string): ToolError {
  const { type } = error
  if (!(type in errorCatalogue)) return error
  const known = errorCatalogue[type as ErrorType].data.shape
  const said = { reason: error.message, adapter }
  const lacking = Object.entries(said).filter(([key]) => key in known && error.wire.data[key] === undefined)
  if (lacking.length === 0) return error
  const { type: _type, hint: _hint, ...data } = error.wire.data
  return toolError(type as ErrorType, { ...data, ...Object.fromEntries(lacking) }, error.message)
}

/** Fills in the expression: the adapter says why the evaluation failed, and the request holds what was evaluated. */
function withExpression(error: ToolError, args: Readonly<Record<string, unknown>>): ToolError {
  const { kind, expression } = error.wire.data
  if (error.type !== 'EVAL_FAILED' || typeof expression === 'string') return error
  const asked = [args['expression'], args['code'], args['value']].find((one) => typeof one === 'string')
  const known = evalFailureKind.safeParse(kind).data ?? 'refused'
  return toolError('EVAL_FAILED', { kind: known, expression: asked ?? '', reason: error.message }, error.message)
}

/** Fills in the slot and the value that it does not take; the adapter says which type it `expected`. */
function withSlot(error: ToolError, args: Readonly<Record<string, unknown>>): ToolError {
  if (error.type !== 'SLOT_TYPE_ERROR') return error
  const { expected, reason = error.message, slot_name = args['slot'], value = args['value'] } = error.wire.data
  const type = typeof expected === 'string' ? { expected_type: expected } : {}
  const object = isJsonObject(value) ? `{object_id: ${String(value['object_id'])}}` : ''
  const text = typeof value === 'string' ? value : object
  return toolError(
    'SLOT_TYPE_ERROR',
    { slot_name: String(slot_name), value: text, ...type, reason: String(reason) },
    error.message,
  )
}

/** What a tool that needs a program answers where it has ended. */
export const programOver = (text = 'The program has ended'): ToolError =>
  toolError('NOT_PAUSED', { current_state: 'exited' }, text)

function fromCore(session: DapSession, failure: DapFailure): ToolError | undefined {
  const { type, ...data } = failure.error?.variables ?? {}
  const text = failureText(failure)
  const adapter = session.adapter.title
  switch (type) {
    case 'STOP_CHANGED':
      return toolError('STOP_CHANGED', stopChanged(session, data))
    case 'UNSUPPORTED':
      return toolError('UNSUPPORTED', { capability: data['capability'] ?? data['command'] ?? 'this', adapter }, text)
    case 'SESSION_ENDED':
      return programOver()
    case 'CANCELLED':
      return rpcError('CANCELLED', text)
    case 'NOT_PAUSED':
      return toolError('NOT_PAUSED', { current_state: 'running' })
    case 'ADAPTER_CRASHED':
      return toolError('ADAPTER_CRASHED', { adapter: session.adapter.id, reason: data['reason'] ?? text })
    case 'CONTROL_HELD':
      return toolError('CONTROL_HELD', { holder: data['holder'] ?? 'another client', ...remaining(data) }, text)
    case 'TIMEOUT':
      return toolError(
        'TIMEOUT',
        { what: spokenCommand(data['command'] ?? adapter), timeout_ms: Number(data['waited_ms'] ?? 0) },
        text,
      )
    case 'FORBIDDEN':
      return toolError(
        'FORBIDDEN',
        { what: data['command'] ?? 'this', needed: data['needs'] ?? 'owner', role: data['role'] ?? 'operator' },
        text,
      )
    case 'RATE_LIMITED':
      return toolError('RATE_LIMITED', { what: 'requests without an answer', limit: Number(data['limit'] ?? 0) }, text)
    case 'BREAKPOINT_NOT_FOUND':
      return toolError('BREAKPOINT_NOT_FOUND', { id: Number(data['id']) }, text)
    default:
      return undefined
  }
}

const remaining = (data: Readonly<Record<string, string>>) =>
  data['remaining_ms'] === undefined ? {} : { remaining_ms: Number(data['remaining_ms']) }

function stopChanged(session: DapSession, data: Readonly<Record<string, string>>) {
  const { stopId, stop } = session.view()
  const actual = Number(data['actual'] ?? stopId)
  return {
    expected: Number(data['expected'] ?? actual - 1),
    actual,
    by: data['by'] ?? stop?.by?.name ?? 'another client',
  }
}

/** Whether the core refused an id: its thread has been resumed since (mux 5), or the core never issued it. */
export function isStaleReference(failure: DapFailure): boolean {
  const type = failure.error?.variables?.['type']
  return type === 'STALE_REFERENCE' || type === 'UNKNOWN_REFERENCE'
}
