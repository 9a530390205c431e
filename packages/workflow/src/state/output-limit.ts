import { cutUtf8, utf8Length } from './utf8.js'
import type { OutputBody, StoredOutput } from './output.js'

/** Bytes of JSON (workflow 21). */
export const OUTPUT_BYTES = 32 * 1024
export const REPLY_BYTES = 256 * 1024
/** The share of an output's bytes for its parameters. */
const PARAMS_SHARE = 0.25

/** Limits one output: a part that is too large becomes the beginning of its JSON text, cut between two characters. */
export function limitOutput(output: OutputBody, limit = OUTPUT_BYTES): OutputBody {
  const { params, value, error } = output
  const parts = {
    params: limitValue(params, limit * PARAMS_SHARE),
    value: limitValue(value, limit),
    error: limitValue(error, limit),
  }
  const isCut = parts.params !== params || parts.value !== value || parts.error !== error
  const present = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
  return { ...output, ...present, truncated: output.truncated || isCut }
}

/** The newest outputs that fit into one reply; at least one. */
export function limitReply(outputs: readonly StoredOutput[], limit = REPLY_BYTES): StoredOutput[] {
  let size = 0
  return outputs.filter((output, at) => {
    size += sizeOf(output)
    return at === 0 || size <= limit
  })
}

/** Bytes of its JSON; 0 for what has none. */
export function sizeOf(value: unknown): number {
  const text = printed(value)
  return text === undefined ? 0 : utf8Length(text)
}

function limitValue(value: unknown, limit: number): unknown {
  const text = printed(value)
  return text === undefined || utf8Length(text) <= limit ? value : cutUtf8(text, limit)
}

const printed = (value: unknown): string | undefined => JSON.stringify(value)
