/** How the names of a language are written (`traits.presentation.names`). */
export type NameStyle = 'common' | 'c' | 'lisp'

/** One step of a path: a member by name, an element by index, or an entry by the text of its key. */
export type Step =
  | {
      readonly kind: 'member'
      readonly name: string
      /** What stands before the name; absent at the beginning of the path. */
      readonly after?: '.' | '?.' | '->'
    }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'key'; readonly text: string }

/** Letters, digits, and what JavaScript, C# and PHP allow beside them; Lisp allows nearly everything. */
const COMMON = /^[\p{L}_$@][\p{L}\p{N}_$]*$/u
const NAME: Readonly<Record<NameStyle, RegExp>> = {
  common: COMMON,
  c: COMMON,
  lisp: /^(?![-+]?[\d.])[^\s()[\]"'`,;#|.]+$/,
}
const FIRST_COMMON = /^([^.[?\->\s()]+)/
const FIRST: Readonly<Record<NameStyle, RegExp>> = { common: FIRST_COMMON, c: FIRST_COMMON, lisp: /^([^.[\s()]+)/ }
const NEXT_COMMON = /^(\??\.|->)([^.[?\->\s()]+)/
const NEXT: Readonly<Record<NameStyle, RegExp>> = { common: NEXT_COMMON, c: NEXT_COMMON, lisp: /^(\.)([^.[\s()]+)/ }

/** Reads `this._x`, `items[3].Name`, `map["key"]`, `user?.Name` or `p->next`; undefined for any other expression. */
export function parsePath(text: string, names: NameStyle = 'common'): readonly [Step, ...Step[]] | undefined {
  const [first, ...rest] = stepsOf(text.trim(), names) ?? []
  return first?.kind === 'member' ? [first, ...rest] : undefined
}

/** What leads to a member and runs nothing; `->` does the same in C as `.` elsewhere. */
const READING: Readonly<Record<NameStyle, ReadonlySet<string>>> = {
  common: new Set(['.']),
  c: new Set(['.', '->']),
  lisp: new Set(['.']),
}

/**
 * Whether the text is a bare path, such as `a.b[3].c`. Evaluating a bare path only reads. Any other expression counts as
 * an evaluation (surface, "Expressions"): the core, the cache and the tools all ask here.
 */
export function isBarePath(text: string, names: NameStyle = 'common'): boolean {
  const steps = parsePath(text, names)
  return steps?.every((step) => isReading(step, names)) ?? false
}

function isReading(step: Step, names: NameStyle): boolean {
  switch (step.kind) {
    case 'member':
      return step.after === undefined || READING[names].has(step.after)
    case 'index':
      return true
    case 'key':
      return false
  }
}

interface Token {
  readonly step: Step
  readonly length: number
}

function stepsOf(text: string, names: NameStyle): Step[] | undefined {
  const steps: Step[] = []
  let rest = text
  while (rest !== '') {
    const token = bracketToken(rest) ?? (steps.length === 0 ? firstToken(rest, names) : nextToken(rest, names))
    if (token === undefined || (token.step.kind === 'member' && !NAME[names].test(token.step.name))) return undefined
    steps.push(token.step)
    rest = rest.slice(token.length)
  }
  return steps
}

function bracketToken(rest: string): Token | undefined {
  const index = /^\[\s*(\d+)\s*\]/.exec(rest)
  if (index !== null) return { step: { kind: 'index', index: Number(index[1]) }, length: index[0].length }
  const key = /^\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]/.exec(rest)
  return key?.[1] === undefined ? undefined : { step: { kind: 'key', text: key[1] }, length: key[0].length }
}

function firstToken(rest: string, names: NameStyle): Token | undefined {
  const name = FIRST[names].exec(rest)?.[1]
  return name === undefined ? undefined : { step: { kind: 'member', name }, length: name.length }
}

function nextToken(rest: string, names: NameStyle): Token | undefined {
  const [whole, after, name] = NEXT[names].exec(rest) ?? []
  if (whole === undefined || name === undefined) return undefined
  return { step: { kind: 'member', name, after: after as '.' | '?.' | '->' }, length: whole.length }
}
