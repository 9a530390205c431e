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
  const rules = rulesOf(origin.traits)
  if (rules === undefined || !isJsonObject(body) || !Array.isArray(body['variables'])) return body
  const { nameless } = origin.references
  const isBelow = typeof of === 'number' && nameless.has(of)
  return { ...body, variables: body['variables'].map((row: unknown) => withName({ nameless, rules }, row, isBelow)) }
}

/** Whether the rows of this adapter stay as they are. */
export const keepsNames = (traits: AdapterTraits): boolean => rulesOf(traits) === undefined

/** What an adapter definition says of its evaluate names, compiled. */
interface Rules {
  readonly hidden: RegExp | undefined
  readonly group: RegExp | undefined
  readonly unreadable: RegExp | undefined
  readonly rewrite: readonly { readonly pattern: RegExp; readonly to: string }[]
}

/** Undefined for an adapter whose evaluate names are right. */
const compiled = new WeakMap<AdapterTraits, Rules | undefined>()

function rulesOf(traits: AdapterTraits): Rules | undefined {
  if (!compiled.has(traits)) compiled.set(traits, compile(traits))
  return compiled.get(traits)
}

function compile({ presentation }: AdapterTraits): Rules | undefined {
  const { hidden, group, unreadable, rewrite } = presentation.evaluateNames
  if ([hidden, group, unreadable, ...rewrite].every((rule) => rule === undefined)) return undefined
  const expression = (pattern: string | undefined) => (pattern === undefined ? undefined : new RegExp(pattern))
  return {
    hidden: expression(hidden),
    group: expression(group),
    unreadable: expression(unreadable),
    rewrite: rewrite.map(({ pattern, to }) => ({ pattern: new RegExp(pattern), to })),
  }
}

interface Known {
  readonly nameless: References['nameless']
  readonly rules: Rules
}

function withName({ nameless, rules }: Known, row: unknown, isBelow: boolean): unknown {
  if (!isJsonObject(row)) return row
  const name = textIn(row, 'name') ?? ''
  if (isBelow || rules.hidden?.test(name) === true) {
    remember(nameless, row['variablesReference'])
    return withoutName(row)
  }
  const expression = textIn(row, 'evaluateName')
  if (expression === undefined) return row
  if (rules.group?.test(name) === true || rules.unreadable?.test(textIn(row, 'value') ?? '') === true)
    return withoutName(row)
  const rewritten = rules.rewrite.reduce((text, { pattern, to }) => text.replace(pattern, to), expression)
  return rewritten === expression ? row : { ...row, evaluateName: rewritten }
}

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
