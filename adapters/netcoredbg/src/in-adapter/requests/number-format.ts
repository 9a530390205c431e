import { isJsonObject, namedIn, type JsonObject } from '@dapplex/protocol'

/** `ValueFormat` of DAP, with `binary` added. */
export interface NumberFormat {
  readonly hex?: boolean
  readonly binary?: boolean
}

const BITS: Readonly<Record<string, number>> = {
  sbyte: 8,
  byte: 8,
  short: 16,
  ushort: 16,
  int: 32,
  uint: 32,
  long: 64,
  ulong: 64,
  nint: 64,
  nuint: 64,
}

/** Formats a whole number. A negative number is shown in two's complement of its type. Other values stay unchanged. */
export function formattedNumber({ text, type }: { text: string; type: string }, format: NumberFormat): string {
  const bits = namedIn(BITS, plainType(type))
  if (bits === undefined || !/^-?\d+$/.test(text) || (format.hex !== true && format.binary !== true)) return text
  const value = BigInt.asUintN(bits, BigInt(text))
  return format.binary === true ? `0b${value.toString(2)}` : `0x${value.toString(16).toUpperCase()}`
}

/** `int` of `int?`, and of a boxed one. */
const plainType = (type: string): string => (/^object \{(.+)\}$/.exec(type)?.[1] ?? type).replace(/\?$/, '')

/** The `format` of a request. */
export function formatIn(args: JsonObject): NumberFormat {
  const { format } = args
  return isJsonObject(format) ? { hex: format['hex'] === true, binary: format['binary'] === true } : {}
}

/** A variable with its number in the format that the client wants. */
export const formattedVariable = <T extends { readonly value: string; readonly type?: string }>(
  variable: T,
  format: NumberFormat,
): T => ({ ...variable, value: formattedNumber({ text: variable.value, type: variable.type ?? '' }, format) })
