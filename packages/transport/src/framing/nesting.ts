import { Buffer } from 'node:buffer'

/**
 * The deepest JSON that is taken. No debugger nests a tenth as deep, and code that walks a value would use up its stack: JSON.stringify
 * does so at some thousands (measured: Node 20).
 */
export const DEEPEST = 1000

/**
 * Whether JSON text, as UTF-8, is nested deeper than is taken. Short texts and those with few brackets, nearly all, cost next to nothing,
 * others a third of what it takes to parse them (measured).
 */
export function isTooDeep(json: Uint8Array): boolean {
  if (json.length < 2 * DEEPEST) return false
  const bytes = Buffer.isBuffer(json) ? json : Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  return hasManyBrackets(bytes) && isDeep(bytes)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKETS = [0x5b, 0x7b]
/** `[` and `{`, `]` and `}` differ in this bit only. */
const BRACE = 0x20
const OPENS = 0x5b
const CLOSES = 0x5d

/** Whether it opens more often than is deep: a text that opens less cannot be deeper. */
function hasManyBrackets(bytes: Buffer): boolean {
  let count = 0
  for (const bracket of BRACKETS)
    for (let at = bytes.indexOf(bracket); at !== -1; at = bytes.indexOf(bracket, at + 1))
      if ((count += 1) > DEEPEST) return true
  return false
}

/** Looks at each byte once. What stands in strings does not count. */
function isDeep(bytes: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
      continue
    }
    // Most of what is no bracket is less: digits, commas, spaces.
    if (byte < OPENS) continue
    const bracket = byte & ~BRACE
    if (bracket === CLOSES) depth -= 1
    else if (bracket === OPENS && (depth += 1) > DEEPEST) return true
  }
  return false
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) return at
    if (byte === BACKSLASH) at += 1
  }
  return at
}
