import { Buffer } from 'node:buffer'
import type { SessionCall } from '../call/call.js'
import type { OutputPiece } from '../port/dap-session.js'
import { present } from '../result/present.js'

const MOST_BYTES = 800
/** What the program itself has written. The rest is said by debug adapters. */
const OF_PROGRAM: ReadonlySet<string> = new Set(['stdout', 'stderr'])
/** Past any output: only its end is asked for. */
const AT_END = Number.MAX_SAFE_INTEGER

/** The end of what the program has written since the last stop that was shown; undefined if it has written nothing. */
export function recentOutput({ session }: SessionCall, stopId: number) {
  const { next: end } = session.output(AT_END)
  const from = session.digests.outputFrom(stopId, end)
  if (from >= end) return undefined
  const { pieces } = session.output(from)
  const text = textOf(pieces)
  if (text === '') return undefined
  const shown = tail(text, MOST_BYTES)
  const more = Buffer.byteLength(text) - Buffer.byteLength(shown)
  return present({ text: shown, more: more > 0 ? more : undefined })
}

const textOf = (pieces: readonly OutputPiece[]): string =>
  pieces
    .filter(({ category }) => OF_PROGRAM.has(category))
    .map(({ text }) => text)
    .join('')

/** The last whole characters of a text that have at most so many bytes. */
export function tail(text: string, mostBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.byteLength <= mostBytes) return text
  let start = bytes.byteLength - mostBytes
  // UTF-8 (RFC 3629): bytes 10xxxxxx continue a character.
  while (start < bytes.byteLength && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
  return bytes.toString('utf8', start)
}
