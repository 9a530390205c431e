/** One step of a path: a member by name, an element by index, or an entry by the text of its key. */
export type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'key'; readonly text: string }

/** How names are written (`traits.presentation.names`). */
export type Names = 'common' | 'lisp'

/** Letters, digits, and what JavaScript, C# and PHP allow beside them; Lisp allows nearly everything. */
const NAME: Readonly<Record<Names, RegExp>> = {
  common: /^[\p{L}_$@][\p{L}\p{N}_$]*$/u,
  lisp: /^(?![-+]?[\d.])[^\s()[\]"'`,;#|.]+$/,
}
/** What may follow up to the next separator. */
const WORD: Readonly<Record<Names, string>> = { common: '[^.[?\\->\\s()]+', lisp: '[^.[\\s()]+' }
const STEP: Readonly<Record<Names, RegExp>> = {
  common: new RegExp(`^(?:\\??\\.|->)(${WORD.common})`),
  lisp: new RegExp(`^\\.(${WORD.lisp})`),
}
const FIRST: Readonly<Record<Names, RegExp>> = {
  common: new RegExp(`^(${WORD.common})`),
  lisp: new RegExp(`^(${WORD.lisp})`),
}

/**
 * Reads `this._x`, `items[3].Name` or `map["key"]`; undefined for anything else, which is then an expression to evaluate.
 * `?.` and `->` read as `.`, except where names may hold them.
 */
export function parsePath(text: string, names: Names = 'common'): readonly [Step, ...Step[]] | undefined {
  const [first, ...rest] = tokensOf(text.trim(), names) ?? []
  return first?.kind === 'member' ? [first, ...rest] : undefined
}

/** Whether evaluating the text only reads (surface, "Expressions"): it is a bare path. */
export const isBarePath = (text: string, names: Names = 'common'): boolean => parsePath(text, names) !== undefined

function tokensOf(text: string, names: Names): Step[] | undefined {
  const steps: Step[] = []
  let rest = text
  while (rest !== '') {
    const token = nextToken(rest, (steps.length === 0 ? FIRST : STEP)[names])
    if (token === undefined || (token.step.kind === 'member' && !NAME[names].test(token.step.name))) return undefined
    steps.push(token.step)
    rest = rest.slice(token.length)
  }
  return steps
}

function nextToken(rest: string, member: RegExp): { readonly step: Step; readonly length: number } | undefined {
  const index = /^\[\s*(\d+)\s*\]/.exec(rest)
  if (index !== null) return { step: { kind: 'index', index: Number(index[1]) }, length: index[0].length }
  const key = /^\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]/.exec(rest)
  if (key?.[1] !== undefined) return { step: { kind: 'key', text: key[1] }, length: key[0].length }
  const name = member.exec(rest)
  return name?.[1] === undefined ? undefined : { step: { kind: 'member', name: name[1] }, length: name[0].length }
}
