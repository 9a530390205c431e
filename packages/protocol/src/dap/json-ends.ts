/** The bytes of JSON (RFC 8259) that its reader decides by. */
export const BYTE = {
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

const SPACE = BYTE.space
const [TAB, LINE_FEED, CARRIAGE_RETURN] = [0x09, 0x0a, 0x0d]
const [PLUS, UPPER_E, LOWER_E, LOWER_U] = [0x2b, 0x45, 0x65, 0x75]
/** What may stand after a backslash, but for `u`. */
const ESCAPED = new Set(Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)))
const isHex = (byte: number): boolean =>
  (byte >= BYTE.zero && byte <= BYTE.nine) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= BYTE.zero && byte <= BYTE.nine

/** Where the white space that begins at `at` ends. */
export function blankEnd(bytes: Uint8Array, at: number): number {
  for (;;) {
    const byte = bytes[at]
    if (byte === undefined || byte > SPACE) return at
    if (byte !== SPACE && byte !== LINE_FEED && byte !== CARRIAGE_RETURN && byte !== TAB) return at
    at += 1
  }
}

/** The closing quote of a string that begins at `at`, behind its opening quote; -1 where it is no string of JSON. */
export function stringEnd(bytes: Uint8Array, at: number): number {
  for (const { byteLength } = bytes; at < byteLength; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === BYTE.quote) return at
    if (byte < SPACE) return -1
    if (byte !== BYTE.backslash) continue
    at += 1
    const escaped = bytes[at] ?? 0
    if (ESCAPED.has(escaped)) continue
    if (escaped !== LOWER_U) return -1
    for (let digit = 1; digit <= 4; digit += 1) if (!isHex(bytes[at + digit] ?? 0)) return -1
    at += 4
  }
  return -1
}

/** The same for a string without escapes; -1 for one that has some. */
export function plainStringEnd(bytes: Uint8Array, at: number): number {
  for (const { byteLength } = bytes; at < byteLength; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === BYTE.quote) return at
    if (byte < SPACE || byte === BYTE.backslash) return -1
  }
  return -1
}

/** Where the number that begins at `from` ends; -1 where it is no number of JSON. */
export function numberEnd(bytes: Uint8Array, from: number): number {
  let at = from
  if (bytes[at] === BYTE.minus) at += 1
  if (bytes[at] === BYTE.zero) at += 1
  else at = digitsEnd(bytes, at)
  if (at !== -1 && bytes[at] === BYTE.point) at = digitsEnd(bytes, at + 1)
  if (at === -1 || (bytes[at] !== LOWER_E && bytes[at] !== UPPER_E)) return at
  at += 1
  return digitsEnd(bytes, bytes[at] === PLUS || bytes[at] === BYTE.minus ? at + 1 : at)
}

/** At least one digit; -1 for none. */
function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (isDigit(bytes[at])) at += 1
  return at === from ? -1 : at
}

/** No whole number of JSON that is longer is sure to be exact. */
const MOST_DIGITS = 15

/** The number that stands between these places, where it is whole, not negative and exact; -1 for any other. */
export function countBetween(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > MOST_DIGITS) return -1
  let count = 0
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - BYTE.zero
    if (digit < 0 || digit > 9) return -1
    count = count * 10 + digit
  }
  return count
}

/** Whether this text, which is ASCII, stands at `at`. */
export function standsAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}

/** Where `true`, `false` or `null` ends; -1 for anything else. */
export function literalEnd(bytes: Uint8Array, at: number): number {
  for (const word of ['true', 'false', 'null']) if (standsAt(bytes, at, word)) return at + word.length
  return -1
}
