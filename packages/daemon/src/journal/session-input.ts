import type { Input } from '@dapplex/mux'

/** An input of the core without its time, which the runtime adds. */
export type SessionInput = (Input extends infer I
  ? I extends { readonly now: number }
    ? Omit<I, 'now'>
    : never
  : never) & {
  /** The message of this input as UTF-8 JSON, where it is passed on as it came: it need not be printed for the journal. */
  readonly printed?: Uint8Array | undefined
}
