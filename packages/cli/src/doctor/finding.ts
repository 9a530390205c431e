/** `bad` keeps dapplex from working; `missing` is something that can be had. */
export type Verdict = 'good' | 'missing' | 'bad'

/** What was looked at, how it is, and what to do where it is not good. */
export interface Finding {
  readonly what: string
  readonly verdict: Verdict
  readonly is: string
  readonly todo?: string
}
