/** Where an adapter, as recorded, is not what DAP says. One that no recording shows any more fails the test too. */
export interface TranscriptException {
  readonly adapter: string
  /** The problem as the test words it, positions in lists as `*`. */
  readonly problem: string
  readonly reason: string
}

export const TRANSCRIPT_EXCEPTIONS: readonly TranscriptException[] = [
  {
    adapter: 'delve',
    problem: 'seq does not increase',
    reason: 'dlv 1.20.2 sends seq 0 in every message; request_seq is right, so nothing depends on it',
  },
  {
    adapter: 'lldb',
    problem: 'seq does not increase',
    reason: 'lldb-vscode 14 sends seq 0 in every message; request_seq is right, so nothing depends on it',
  },
]
