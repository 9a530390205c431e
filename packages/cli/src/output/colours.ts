const ESC = String.fromCharCode(27)
/** Ends all colours and styles (SGR 0). */
const RESET = `${ESC}[0m`
/** Colours and styles (SGR, ECMA-48 8.3.117): the only sequence that program output may send to a terminal. */
const SEQUENCE = new RegExp(String.raw`${ESC}\[([\d;:]{0,64})m`)

const PARTS = ['weight', 'slant', 'line', 'strike', 'inverse', 'foreground', 'background'] as const
type Part = (typeof PARTS)[number]

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_none, at) => first + at)

const byCode = (table: Readonly<Record<Part, readonly number[]>>): ReadonlyMap<number, Part> =>
  new Map(PARTS.flatMap((part) => table[part].map((code) => [code, part] as const)))

/** What a parameter sets. What is missing does not pass: 8 hides text, 5 and 6 hide it half of the time. */
const SETS = byCode({
  weight: [1, 2],
  slant: [3],
  line: [4, 21],
  strike: [9],
  inverse: [7],
  foreground: [...range(30, 38), ...range(90, 97)],
  background: [...range(40, 48), ...range(100, 107)],
})
const ENDS = byCode({
  weight: [22],
  slant: [23],
  line: [24],
  strike: [29],
  inverse: [27],
  foreground: [39],
  background: [49],
})

/** The parameters of the styles that are on. One program's stream keeps them from one piece to the next. */
export type OpenStyles = Map<Part, string>

export const noStyles = (): OpenStyles => new Map()

/**
 * The text with its colours and styles: those that hide text are left out, and at its end all are off.
 * @param plain what becomes of the text between them
 * @param open those that are on before it; afterwards those that the text left on
 */
export function withColours(text: string, plain: (piece: string) => string, open: OpenStyles = noStyles()): string {
  if (text === '') return ''
  const before = [...open.values()].join(';')
  const pieces = text.split(SEQUENCE).map((piece, at) => (at % 2 === 1 ? passed(piece, open) : plain(piece)))
  return `${sequence(before)}${pieces.join('')}${open.size === 0 ? '' : RESET}`
}

/** The text without any of its colours and styles. */
export const withoutColours = (text: string, plain: (piece: string) => string): string =>
  text
    .split(SEQUENCE)
    .map((piece, at) => (at % 2 === 1 ? '' : plain(piece)))
    .join('')

const sequence = (parameters: string): string => (parameters === '' ? '' : `${ESC}[${parameters}m`)

/** What of one sequence passes. */
function passed(parameters: string, open: OpenStyles): string {
  const kept: string[] = []
  for (const { code, text } of readStyles(parameters)) if (take(code, text, open)) kept.push(text === '' ? '0' : text)
  return sequence(kept.join(';'))
}

/** The parameters, each with those that belong to it. What follows a broken colour is not read: terminals differ there. */
function* readStyles(parameters: string): Generator<{ readonly code: number; readonly text: string }> {
  const words = parameters.split(';')
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const following = takeFollowing(word, words)
    if (following === undefined) return
    if (word.includes(':') && !WITH_COLONS.test(word)) continue
    yield { code: Number.parseInt(word === '' ? '0' : word, 10), text: [word, ...following].join(';') }
  }
}

/** How many parameters follow 38, 48 and 58, by the first of them: 5 is a colour of the palette, 2 has red, green and blue. */
const FOLLOW: Readonly<Record<string, number>> = { '5': 2, '2': 4 }
/** Kinds of underlines, and colours: a terminal that knows no colons finds nothing else in them. */
const WITH_COLONS = /^(?:4:[0-4]|[34]8:(?:5:\d+|2:\d*:\d+:\d+:\d+|2:\d+:\d+:\d+))$/

/** Takes those that belong to a parameter from those after it; undefined: they are no colour. */
function takeFollowing(word: string, words: string[]): readonly string[] | undefined {
  if (!/^0*[345]8$/.test(word)) return []
  const count = FOLLOW[words[0] ?? '']
  const following = words.splice(0, count ?? 0)
  return following.length === count && following.every((one) => /^\d+$/.test(one)) ? following : undefined
}

/** Whether a style passes; it is on, or off, then. */
function take(code: number, text: string, open: OpenStyles): boolean {
  if (code === 0) {
    open.clear()
    return true
  }
  const ended = ENDS.get(code)
  if (ended !== undefined) {
    open.delete(ended)
    return true
  }
  const part = SETS.get(code)
  if (part === undefined) return false
  const beside = BESIDE[part]
  if (beside !== undefined && isSameColour(text, open.get(beside))) return false
  open.set(part, text)
  return true
}

const BESIDE: Readonly<Partial<Record<Part, Part>>> = { foreground: 'background', background: 'foreground' }

/** A text in the colour of its own background cannot be read. */
const isSameColour = (one: string, other: string | undefined): boolean =>
  other !== undefined && colourOf(one) === colourOf(other)

/** The number in the palette, or red, green and blue. */
function colourOf(text: string): string {
  const numbers = text
    .split(/[;:]/)
    .filter((one) => one !== '')
    .map(Number)
  const [code = 0, form] = numbers
  if (form !== undefined) return numbers.slice(form === 5 ? -1 : -3).join(';')
  return String(code >= 90 ? (code % 10) + 8 : code % 10)
}
