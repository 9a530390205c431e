import { isJsonObject } from '@dapplex/protocol'

/** How a list of JSON begins in base64: `[{`. An object, `{"`, begins with `eyJ`. */
const LIST = 'W3si'
const PACKED = /^(['"]?)((?:eyJ|W3si)[A-Za-z0-9+/]+={0,2})\1$/

/**
 * Whether printed JSON may hold a packed list of JSON. False is certain, and cheap. A packed object is not looked for: `mayHoldSecret`
 * suspects it already, as it begins like a JSON web token.
 */
export const mayHoldPackedList = (json: string): boolean => json.includes(LIST)

/**
 * What reads objects in the program answers JSON as base64, in the quotes of the language. A secret in it has neither its name nor
 * its form, so it is looked at unpacked, and packed again.
 */
export function changePacked(value: unknown, change: (unpacked: unknown) => unknown): unknown {
  if (typeof value === 'string') return changedText(value, change)
  if (Array.isArray(value)) return value.map((one) => changePacked(one, change))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changePacked(one, change)]))
}

function changedText(text: string, change: (unpacked: unknown) => unknown): string {
  const [, quote = '', packed] = PACKED.exec(text) ?? []
  if (packed === undefined) return text
  try {
    const changed = change(JSON.parse(Buffer.from(packed, 'base64').toString('utf8')))
    return quote + Buffer.from(JSON.stringify(changed)).toString('base64') + quote
  } catch {
    // It only looks like it.
    return text
  }
}
