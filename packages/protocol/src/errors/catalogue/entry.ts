import type { z } from 'zod'

/** One documented error: docs, OpenRPC and the test that it is raised come from this entry. */
export interface ErrorEntry<D extends z.ZodType = z.ZodType> {
  /** The sentence; `{field}` is filled from `data`. */
  readonly says: string
  /**
   * What to do next; becomes `data.hint`. Where a call leads on, it names it: `tool {}` or `tool {"parameter": "{field}"}` as it can
   * be made, `tool {parameter, other}` where the caller knows the values.
   */
  readonly then?: string
  /** What to do next where a member of `data` has one of these values. */
  readonly thenBy?: { readonly field: string; readonly hints: Readonly<Record<string, string>> }
  /** What to do next in an editor, where `then` names tools. */
  readonly thenForPerson?: string
  /** The members of `data` beside `type` and `hint`. */
  readonly data: D
  /** Where the rule stands, e.g. `seed 001` or `mux 17`. */
  readonly rule: string
}

export const defineErrors = <const T extends Readonly<Record<string, ErrorEntry>>>(entries: T): T => entries
