import type { Input } from '@dapplex/mux'

/** What is left of `Input` for whoever feeds it: the runtime adds the time. */
export type SessionInput = Input extends infer I ? (I extends { readonly now: number } ? Omit<I, 'now'> : never) : never
