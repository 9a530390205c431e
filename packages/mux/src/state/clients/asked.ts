import type { Asked } from './client.js'

export type { Asked } from './client.js'

/** Arguments of a request; a request without any has none. */
export const argumentsOf = (asked: Asked): Readonly<Record<string, unknown>> =>
  (asked.request.arguments ?? {}) as Readonly<Record<string, unknown>>
