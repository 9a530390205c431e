import { withColours, withoutColours, type OpenStyles } from './colours.js'

/** Characters that a terminal obeys (C0, DEL, C1), that end a line, or that change the direction of what is shown. */
const ACTIVE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const NAMED: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }

const codeOf = (character: string): string => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0')

const escapeAllBut = (kept: string, text: string): string =>
  text.replaceAll(ACTIVE, (one) => (kept.includes(one) ? one : (NAMED[one] ?? codeOf(one))))

/** A name, value, path or message as part of a line: it cannot start a new line, and the terminal obeys nothing in it. */
export const escapeText = (text: string): string => escapeAllBut('', text)

/** A text of several lines, such as the message of an exception: line ends and tabs stay. */
export const escapeLines = (text: string): string => escapeAllBut('\n\t', text.replaceAll('\r\n', '\n'))

/**
 * What a program wrote: lines, tabs and colours stay, and colours end with it.
 * @param open the colours that are on before it; afterwards those that it left on
 */
export const escapeOutput = (text: string, open?: OpenStyles): string => withColours(text, escapeLines, open)

/** What a program wrote, for whoever shows no colours: lines and tabs stay. */
export const escapeOutputPlain = (text: string): string => withoutColours(text, escapeLines)

/** A template whose values are escaped as parts of a line. */
export const shown = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  texts.map((text, at) => (at === 0 ? text : `${escapeText(String(values[at - 1]))}${text}`)).join('')
