import type { AdapterTraits } from '@dapplex/protocol'

type Widths = AdapterTraits['presentation']['integerBits']

/**
 * Width in bits of integer types that mean the same in several languages. A language says which of them are different
 * there. A negative number of any other type keeps its sign.
 */
const BITS: readonly (readonly [RegExp, number])[] = [
  [/^(s?byte|u?int8(_t)?|[iu]8|(un)?signed char|char)$/i, 8],
  [/^(u?short|u?int16(_t)?|[iu]16|unsigned short)$/i, 16],
  [/^(u?int|u?int32(_t)?|[iu]32|unsigned int|rune)$/i, 32],
  [/^(u?long|u?int64(_t)?|[iu]64|(unsigned )?long( long)?|size_t|n?uint|nint)$/i, 64],
]

/** Types whose value can look like a whole number and is none: `0` of a `float64`. */
const FRACTIONS = /^(float(16|32|64|128)?(_t)?|(long )?double|f16|f32|f64|half|single|decimal|complex(64|128)?)$/i

export interface IntegerShape {
  readonly type: string | undefined
  readonly format: 'default' | 'hex' | 'binary'
  /** The types of the language that differ from those above. */
  readonly widths?: Widths
}

/**
 * A whole number in another base: `255` → `0xFF` or `0b11111111`. Anything else stays as it is. A negative number becomes the
 * two's complement of its type's width, where the type has one; else it keeps its sign.
 */
export function formatInteger(text: string, { type, format, widths = {} }: IntegerShape): string {
  if (format === 'default' || (type !== undefined && FRACTIONS.test(type))) return text
  const digits = digitsIn(text)
  if (digits === undefined) return text
  const value = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits)
  const bits = type === undefined ? undefined : bitsOf(type, widths)
  const sign = value < 0n && bits === undefined ? '-' : ''
  const shown =
    sign === '-' ? -value : bits === undefined ? value : BigInt.asUintN(Math.max(bits, lengthOf(value)), value)
  return format === 'hex' ? `${sign}0x${shown.toString(16).toUpperCase()}` : `${sign}0b${shown.toString(2)}`
}

/** The number in `255`, `0xff`, `255 = 0xff` (an unsigned number of Go) or `255n` (a BigInt). `-0` is a fraction. */
const digitsIn = (text: string): string | undefined =>
  text === '-0' ? undefined : /^(-?(?:\d+|0x[\da-f]+))(?:n| = 0x[\da-f]+)?$/i.exec(text)?.[1]

function bitsOf(type: string, widths: Widths): number | undefined {
  const own = Object.hasOwn(widths, type) ? widths[type] : BITS.find(([pattern]) => pattern.test(type))?.[1]
  return own === 'unlimited' ? undefined : own
}

/** How many bits a positive number needs. A number that is too large for its type is not cut. */
const lengthOf = (value: bigint): number => (value < 0n ? 0 : value.toString(2).length)
