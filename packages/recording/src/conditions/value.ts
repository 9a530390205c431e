/** What a recorded text stands for, as far as it can be compared. */
export type Value = number | bigint | string | boolean | null | Unreadable

/** A value that is there, and that a condition cannot look into: an object, a list. */
export class Unreadable {
  readonly mayBeEmpty: boolean

  constructor(text: string) {
    this.mayBeEmpty = EMPTY.test(text)
  }
}

const EMPTY = /^\S*\s*(\[\s*\]|\{\s*\}|\(\s*\)|\(0\)|\[0\])/
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['T', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
  ['nil', null],
  ['NIL', null],
  ['<nil>', null],
  ['nullptr', null],
  ['undefined', null],
])
const INTEGER = /^[-+]?\d+n?$/
/** With the marks of the languages: `1.5f`, `2m`, `1.0d0`. */
const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)([eEdD][-+]?\d+)?[fFdDmM]?$/
const HEX = /^0x[0-9a-f]+$/i
/** lldb shows the address of a text before it. */
const QUOTED = /^(?:0x[0-9a-f]+ )?(?:"(.*)"|'(.*)')$/s
const KEYWORD = /^:[^\s()]+$/

/** Reads what a debugger shows of a value. */
export function readValue(text: string): Value {
  const shown = text.trim()
  const word = WORDS.get(shown)
  if (word !== undefined) return word
  const number = readNumber(shown)
  if (number !== undefined) return number
  const quoted = QUOTED.exec(shown)
  if (quoted !== null) return unescaped(quoted[1] ?? quoted[2] ?? '')
  return KEYWORD.test(shown) ? shown.toUpperCase() : new Unreadable(shown)
}

/** Reads a number as programs write it; undefined for any other text. */
export function readNumber(text: string): number | bigint | undefined {
  if (INTEGER.test(text) || HEX.test(text)) {
    const exact = BigInt(text.replace(/^\+|n$/g, ''))
    return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
  }
  return DECIMAL.test(text) ? Number(text.replace(/[fFdDmM]$/, '').replace(/[dD]/, 'e')) : undefined
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0' }
/** Only what is the same in all languages. */
export const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped)
