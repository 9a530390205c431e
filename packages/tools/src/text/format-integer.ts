/** Width in bits of the integer types of several languages. A negative number of any other type keeps its sign. */
const BITS: readonly (readonly [RegExp, number])[] = [
  [/^(s?byte|u?int8(_t)?|[iu]8|(un)?signed char|char)$/i, 8],
  [/^(u?short|u?int16(_t)?|[iu]16|unsigned short)$/i, 16],
  [/^(u?int|u?int32(_t)?|[iu]32|unsigned int|rune)$/i, 32],
  [/^(u?long|u?int64(_t)?|[iu]64|(unsigned )?long( long)?|size_t|n?uint|nint)$/i, 64],
]

/**
 * A whole number in another base: `255` → `0xFF` or `0b11111111`. Anything else stays as it is. A negative number becomes the
 * two's complement of its type's width, where the type has one; else it keeps its sign.
 */
export function formatInteger(text: string, type: string | undefined, format: 'default' | 'hex' | 'binary'): string {
  if (format === 'default' || !/^-?(\d+|0x[\da-f]+)$/i.test(text)) return text
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
  const bits = BITS.find(([pattern]) => type !== undefined && pattern.test(type))?.[1]
  const sign = value < 0n && bits === undefined ? '-' : ''
  const shown =
    sign === '-' ? -value : bits === undefined ? value : BigInt.asUintN(Math.max(bits, lengthOf(value)), value)
  return format === 'hex' ? `${sign}0x${shown.toString(16).toUpperCase()}` : `${sign}0b${shown.toString(2)}`
}

/** How many bits a positive number needs. A number that is too large for its type is not cut. */
const lengthOf = (value: bigint): number => (value < 0n ? 0 : value.toString(2).length)
