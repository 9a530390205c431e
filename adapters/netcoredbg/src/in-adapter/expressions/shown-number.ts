import { namedIn } from '@dapplex/protocol'
/** A number as it is shown: `2.5`, `1E+300`, `NaN`, `0xFF`. */
const SHOWN = /^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$|^NaN$|^-?Infinity$|^0[xX][\da-fA-F]+$/

/** C# takes a short whole number for every type of number that holds it. */
const SHORT = /^[-+]?\d{1,18}$/

export const isShownNumber = (text: string): boolean => SHOWN.test(text)

/** Whether C# has another text for this number, which depends on the type that takes it. */
export const dependsOnType = (text: string): boolean => isShownNumber(text) && !SHORT.test(text)

const SUFFIXES: Readonly<Record<string, string>> = { float: 'f', double: 'd', decimal: 'm' }

/** The name that C# has for a number without digits. */
const NAMED: Readonly<Record<string, string>> = {
  NaN: 'NaN',
  Infinity: 'PositiveInfinity',
  '-Infinity': 'NegativeInfinity',
}

const WHOLE = /^(?:s?byte|u?short|u?int|u?long|nu?int)$/

/**
 * C# for a number that is typed as it is shown, where a variable of the type takes it: `2.5f` for a `float`. The text itself where C#
 * takes it, or is to say why not.
 */
export function shownNumber(text: string, type: string): string {
  const plain = type.replace(/\?$/, '')
  const suffix = namedIn(SUFFIXES, plain)
  if (!dependsOnType(text)) return text
  // Shown in hexadecimal, a negative number has the bits of its type.
  if (/^0x/i.test(text)) return WHOLE.test(plain) ? `unchecked((${plain})${text})` : text
  if (suffix === undefined) return text
  const name = namedIn(NAMED, text)
  if (name === undefined) return `${text}${suffix}`
  return plain === 'decimal' ? text : `${plain}.${name}`
}
