import { evalFailureKind, thrownToDap, type ErrorType, type JsonObject } from '@dapplex/protocol'
import type { InspectedException } from '../inspector/answers.js'

/** A documented failure: type and data reach the caller of a tool as they are. */
export class ShimError extends Error {
  override readonly name = 'ShimError'
  constructor(
    readonly type: ErrorType,
    message: string,
    readonly data: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}

/** The expression threw in the program: its documented result, not a failure of the evaluation. */
export class ThrownInProgram extends Error {
  override readonly name = 'ThrownInProgram'
  constructor(readonly exception: InspectedException) {
    super(`${exception.type}: ${exception.message}`)
  }
}

/** `Message.id` of documented errors (protocol, `errors/dap-failure.ts`). */
const DOCUMENTED = 32000

/**
 * The body of a failed response (DAP, ErrorResponse). The error stands twice in `variables`: whole, as JSON under
 * `dapplexError`, and by its members, for clients that read DAP alone.
 */
export function errorBody(error: ShimError | ThrownInProgram, asked: JsonObject): { readonly error: unknown } {
  if (error instanceof ThrownInProgram) {
    const { type, type_full: typeFull, message } = error.exception
    return { error: thrownToDap({ type, typeFull, message }) }
  }
  const data: Readonly<Record<string, unknown>> = { ...documented(error, asked), type: error.type }
  const members = Object.entries(data).filter(([, value]) => value !== undefined)
  const variables = Object.fromEntries(members.map(([name, value]) => [name, textOf(value)]))
  const whole = { dapplexError: JSON.stringify(data) }
  return { error: { id: DOCUMENTED, format: error.message, showUser: false, variables: { ...variables, ...whole } } }
}

/** What the catalogue says of EVAL_FAILED; a kind of the shim's own stands in `cause`. */
function documented({ type, data, message }: ShimError, asked: JsonObject): Readonly<Record<string, unknown>> {
  if (type !== 'EVAL_FAILED') return data
  const known = evalFailureKind.safeParse(data['kind'])
  const kind = known.success ? { kind: known.data } : { kind: 'refused', cause: data['kind'] }
  const expression = asked['expression'] ?? asked['value'] ?? ''
  return { ...data, ...kind, expression, reason: message }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
