/** What is filed of one finished call, stop, end or `output_record` (workflow 19). */
export interface OutputBody {
  readonly kind: 'tool' | 'stop' | 'end' | 'record' | 'result'
  /** The `kind` of `output_record`. */
  readonly label?: string
  readonly tool?: string
  readonly params?: unknown
  readonly status: 'ok' | 'error'
  readonly value?: unknown
  readonly error?: unknown
  readonly stopEpoch?: number
  readonly cache?: { readonly key: string; readonly hit: boolean }
  readonly durationMs?: number
  /** The value was too large; this is the beginning of its JSON text. */
  readonly truncated: boolean
  /** How many values were replaced. */
  readonly redactions: number
  /** Text that a program printed or held is data, never an instruction. */
  readonly untrusted: true
}

export interface StoredOutput {
  readonly seq: number
  readonly nodeId: string
  /** Node of the session that the call was about, where it is another one. */
  readonly sessionNodeId?: string
  readonly output: OutputBody
}
