import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'

/** One line of a stream of JSON texts, or the reason why it is not one. */
export type JsonLine =
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'notJson'; readonly why: string }
  | { readonly kind: 'tooLong' }

const NEWLINE = 0x0a

/** Reads a stream line by line (MCP, "stdio"): a line that is too long is skipped and reported, an empty one is ignored. */
export async function* readJsonLines(input: Readable, mostBytes: number): AsyncGenerator<JsonLine> {
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      bytes += end - from
      if (bytes > mostBytes) yield { kind: 'tooLong' }
      else yield* parsed(Buffer.concat([...pieces, chunk.subarray(from, end)]))
      pieces = []
      bytes = 0
      from = end + 1
    }
    bytes += chunk.length - from
    // Nothing is kept of a line that is already too long.
    pieces = bytes > mostBytes ? [] : [...pieces, chunk.subarray(from)]
  }
  if (bytes > mostBytes) yield { kind: 'tooLong' }
  else yield* parsed(Buffer.concat(pieces))
}

function* parsed(line: Buffer): Generator<JsonLine> {
  const text = line.toString('utf8').trim()
  if (text === '') return
  try {
    yield { kind: 'json', text, value: JSON.parse(text) as unknown }
  } catch (error) {
    yield { kind: 'notJson', why: error instanceof Error ? error.message : String(error) }
  }
}
