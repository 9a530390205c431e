import type { JsonObject } from '../dap/message.js'
import type { AdapterTraits } from '../adapter/traits.js'
import { requestNamed } from './catalogue.js'
import type { Effect } from './definition.js'
import { isBarePath, type NameStyle } from './parse-path.js'

export interface AskedRequest {
  readonly command: string
  readonly args: JsonObject
}

/**
 * What a request does, given its arguments and the names of the program's language; undefined for a request that the
 * catalogue does not know.
 */
export function effectOf({ command, args }: AskedRequest, names: NameStyle = 'common'): Effect | undefined {
  const request = requestNamed(command)
  if (request === undefined) return undefined
  for (const [argument, effect] of Object.entries(request.with ?? {})) if (argument in args) return effect
  const { effect, expression } = request
  const text = expression === undefined ? undefined : args[expression]
  if (typeof text !== 'string' || (effect !== 'read' && effect !== 'evaluate')) return effect
  if (command === 'evaluate' && isTyped(args)) return 'evaluate'
  return isBarePath(text, names) ? 'read' : 'evaluate'
}

/** What is typed at a console may be a command of the adapter, even where it looks like a path. */
const isTyped = ({ context }: JsonObject): boolean => context === undefined || context === 'repl'

type Presentation = AdapterTraits['presentation']
/** What of an adapter's definition decides whether an expression reads. */
export type ExpressionTraits = Pick<Presentation, 'names'> & Partial<Pick<Presentation, 'argumentNames'>>

/**
 * Whether a request evaluates the expression by which the adapter's definition lists a frame's arguments
 * (`presentation.argumentNames`). It runs no code of the program, so it reads.
 */
export function listsArguments({ command, args }: AskedRequest, { argumentNames: how }: ExpressionTraits): boolean {
  return command === 'evaluate' && how?.from === 'expression' && args['expression'] === how.expression
}
