import { isJsonObject, textIn, type AdapterTraits, type JsonObject } from '@dapplex/protocol'
import type { References } from '../../state/ids/references.js'

/** The most ids that are remembered. */
const MOST = 4096

interface Origin {
  readonly references: References
  readonly traits: AdapterTraits
}

/**
 * The rows of a `variables` response with expressions that give them: an `evaluateName` that gives something else is left out
 * or written anew, as the adapter definition says.
 * @param of the id whose rows they are, as clients see it
 */
export function evaluateNames(origin: Origin, of: unknown, body: unknown): unknown {
  const { hidden, group, unreadable, rewrite } = origin.traits.presentation.evaluateNames
  if ([hidden, group, unreadable, ...rewrite].every((rule) => rule === undefined)) return body
  if (!isJsonObject(body) || !Array.isArray(body['variables'])) return body
  const isBelow = typeof of === 'number' && origin.references.nameless.has(of)
  return { ...body, variables: body['variables'].map((row: unknown) => withName(origin, row, isBelow)) }
}

function withName({ references, traits }: Origin, row: unknown, isBelow: boolean): unknown {
  if (!isJsonObject(row)) return row
  const { evaluateNames: rules } = traits.presentation
  const name = textIn(row, 'name') ?? ''
  if (isBelow || fits(rules.hidden, name)) {
    remember(references.nameless, row['variablesReference'])
    return withoutName(row)
  }
  const expression = textIn(row, 'evaluateName')
  if (expression === undefined) return row
  if (fits(rules.group, name) || fits(rules.unreadable, textIn(row, 'value') ?? '')) return withoutName(row)
  const rewritten = rules.rewrite.reduce((text, { pattern, to }) => text.replace(new RegExp(pattern), to), expression)
  return rewritten === expression ? row : { ...row, evaluateName: rewritten }
}

const fits = (pattern: string | undefined, text: string): boolean =>
  pattern !== undefined && new RegExp(pattern).test(text)

function withoutName(row: JsonObject): JsonObject {
  const { evaluateName: _name, ...rest } = row
  return rest
}

function remember(nameless: Set<number>, reference: unknown): void {
  if (typeof reference !== 'number' || reference === 0) return
  nameless.add(reference)
  const [oldest] = nameless
  if (nameless.size > MOST && oldest !== undefined) nameless.delete(oldest)
}
