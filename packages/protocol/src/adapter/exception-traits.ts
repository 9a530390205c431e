import { z } from 'zod'

/** Where the type of the exception of a stop and the types above it are told, the most specific first. */
const typeSource = z.discriminatedUnion('from', [
  /** The value of an expression in the top frame: names between blanks. */
  z.strictObject({ from: z.literal('expression'), expression: z.string() }),
  /** `details.fullTypeName` of `exceptionInfo`, names between this text. */
  z.strictObject({ from: z.literal('fullTypeName'), separator: z.string() }),
  /** `details.dapplexTypes` of `exceptionInfo`: a list of names. */
  z.strictObject({ from: z.literal('details') }),
])

/**
 * How exceptions are chosen by type and by chance (seed 001, `breakpoint_set_exception`): which of the adapter's filters stop, and
 * how the multiplexer finds out at a stop whether it was wanted. Absent: exceptions are chosen by the adapter's filters alone.
 */
export const exceptions = z.strictObject({
  /** Stops where an exception is thrown, caught or not. `typed`: a filter that takes one type as its condition and stops for it and those below. */
  firstChance: z.strictObject({ filter: z.string(), typed: z.string().optional() }).optional(),
  /** Stops at an exception that nothing catches. */
  secondChance: z.strictObject({ filter: z.string() }).optional(),
  /** An exception that nothing catches stops once, where it is thrown, and is told as unhandled there. */
  stopsOnce: z.boolean().default(false),
  /** It stops at unhandled exceptions without being asked. */
  unhandledAlways: z.boolean().default(false),
  /** Types of exceptions by which a program ends itself, such as `SystemExit`: no crash, although nothing catches them. */
  exits: z.array(z.string()).default([]),
  /** Filters that hold while nobody has sent any. */
  initial: z.array(z.string()).default([]),
  /**
   * It stops again in each frame that an exception passes on its way out. An expression tells such a stop, in the top frame:
   * its value is `thrown` or `passes` and three texts between blanks: how many places the exception has come from (this frame
   * included), a key of these places, and a key of the last `{{count}}` of them. `thrown`: it is thrown in this frame.
   */
  passing: z.strictObject({ expression: z.string() }).optional(),
  /**
   * The causes of an exception stand only in `details.stackTrace`: the stack of the first cause, `separator`, that of the next
   * one, and last the exception's own. `exception` finds an exception at the end of a stack (groups `type` and `message`).
   */
  causesInStack: z.strictObject({ separator: z.string(), exception: z.string() }).optional(),
  /** A pattern for what it writes behind the type in `exceptionId`. */
  idNote: z.string().optional(),
  /** Absent: only `exceptionId` tells the type, and those above it are not known. */
  types: typeSource.optional(),
})

/** The type in the `exceptionId` of an adapter. */
export function typeInId(id: string, traits: { readonly idNote?: string | undefined } | undefined): string {
  return traits?.idNote === undefined ? id : id.replace(new RegExp(traits.idNote), '')
}
