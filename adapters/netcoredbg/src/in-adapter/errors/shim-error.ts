import { type ErrorType, evalFailureKind, type JsonObject, thrownToDap } from '@dapplex/protocol'

/** An exception object of the program, as the inspector describes it. */
export interface InspectedException {
  readonly object_id: number
  readonly type: string
  readonly type_full: string
  /** Its type and those above it. */
  readonly types: readonly string[]
  readonly message: string
  readonly stack?: string
  readonly hresult: string
  readonly source?: string
  readonly data?: Readonly<Record<string, string>>
  readonly inner: readonly InspectedException[]
}

/** An error of the catalogue. Its type and data reach the caller of a tool unchanged. */
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

/** The expression threw an exception in the program. This is its result, not a failure of the evaluation. */
export class ThrownInProgram extends Error {
  override readonly name = 'ThrownInProgram'
  constructor(readonly exception: InspectedException) {
    super(`${exception.type}: ${exception.message}`)
  }
}

/** `Message.id` of documented errors (protocol, `errors/dap-failure.ts`). */
const DOCUMENTED = 32000

/**
 * The body of a failed response (DAP, ErrorResponse). `variables` has the error twice: as JSON under `dapplexError`, and member
 * by member for clients that only know DAP.
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

/** The data that the catalogue defines for EVAL_FAILED. A kind that only the shim knows goes into `cause`. */
function documented({ type, data, message }: ShimError, asked: JsonObject): Readonly<Record<string, unknown>> {
  if (type !== 'EVAL_FAILED') return data
  const known = evalFailureKind.safeParse(data['kind'])
  const kind = known.success ? { kind: known.data } : { kind: 'refused', cause: data['kind'] }
  const expression = asked['expression'] ?? asked['value'] ?? ''
  return { ...data, ...kind, expression, reason: message }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
