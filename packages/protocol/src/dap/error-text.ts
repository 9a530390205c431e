import { isJsonObject, type JsonObject } from './message.js'

/**
 * Fills `{name}` in a text. `valueOf` gives the text for a name; undefined leaves the place as it stands.
 */
export const fillPlaces = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => valueOf(name) ?? whole)

/** The text of `body.error` (DAP, "Message"): its format, with the variables filled in. */
export function errorText(error: unknown): string | undefined {
  if (!isJsonObject(error) || typeof error['format'] !== 'string') return undefined
  const variables = isJsonObject(error['variables']) ? error['variables'] : {}
  return fillPlaces(error['format'], (name) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    return typeof value === 'string' ? value : undefined
  })
}

/** The words of a failed response: those of `body.error`, else its `message` (DAP, "ErrorResponse"). */
export function failureWords({ body, message }: JsonObject): string | undefined {
  const text = isJsonObject(body) ? errorText(body['error']) : undefined
  return text ?? (typeof message === 'string' ? message : undefined)
}

/** A text as a format without variables (DAP, "Message"): braces would name variables, so they become parentheses. */
export const plainFormat = (text: string): string => text.replaceAll('{', '(').replaceAll('}', ')')
