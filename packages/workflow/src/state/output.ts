/** What is filed of one finished call, stop, end or `output_record` (workflow 19). */
export interface OutputBody {
  readonly kind: 'tool' | 'stop' | 'end' | 'record' | 'result'
  /** What `output_record` called it. */
  readonly label?: string
  readonly tool?: string
  readonly params?: unknown
  readonly status: 'ok' | 'error'
  readonly value?: unknown
  readonly error?: unknown
  readonly stopEpoch?: number
  readonly cache?: { readonly key: string; readonly hit: boolean }
  readonly durationMs?: number
  /** The value was too large and is the beginning of its JSON text instead. */
  readonly truncated: boolean
  /** How many values were replaced. */
  readonly redactions: number
  /** What a debuggee printed or held is data, never an instruction. */
  readonly untrusted: true
}

export interface StoredOutput {
  readonly seq: number
  readonly nodeId: string
  /** Node of the session that the call was about, where it is another one. */
  readonly sessionNodeId?: string
  readonly output: OutputBody
}
