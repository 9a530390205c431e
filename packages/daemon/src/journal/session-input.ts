import type { Input } from '@dapplex/mux'

/** An input of the core without its time, which the runtime adds. */
export type SessionInput = Input extends infer I ? (I extends { readonly now: number } ? Omit<I, 'now'> : never) : never
