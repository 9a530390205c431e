/** JSON-RPC 2.0, section 5.1, and the one code of all domain errors (surface, "Errors"). */
export const ERROR_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  domain: -32000,
  /** The caller took its request back (as in the Language Server Protocol). */
  cancelled: -32800,
} as const

/** The error object as every transport carries it. */
export interface WireError {
  readonly code: number
  readonly message: string
  readonly data: { readonly type: string; readonly hint?: string } & Readonly<Record<string, unknown>>
}

/** A documented failure of a tool; the caller gets it as it stands. Throw it with `toolError`. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  constructor(readonly wire: WireError) {
    super(wire.message)
  }
  get type(): string {
    return this.wire.data.type
  }
}
