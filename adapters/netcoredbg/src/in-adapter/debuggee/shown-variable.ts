import { namedIn } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** netcoredbg names native integers by their runtime type (measured, netcoredbg 3.1.3). */
const TYPES: Readonly<Record<string, string>> = {
  IntPtr: 'nint',
  UIntPtr: 'nuint',
  'IntPtr?': 'nint?',
  'UIntPtr?': 'nuint?',
}

/** netcoredbg shows a character as its number and itself: `120 'x'`. */
const CHARACTER = /^(\d+) '[\s\S]*'$/

/** A variable of netcoredbg, written as the inspector writes it. */
export function shownVariable(variable: Dap.Variable): Dap.Variable {
  const type = variable.type === undefined ? undefined : (namedIn(TYPES, variable.type) ?? variable.type)
  if (type !== undefined && FLOATS.has(type)) return { ...variable, type, value: floatText(variable.value) }
  const code = type === 'char' || type === 'char?' ? CHARACTER.exec(variable.value)?.[1] : undefined
  return {
    ...variable,
    ...(type === undefined ? {} : { type }),
    value: code === undefined ? variable.value : `'${escaped(Number(code))}'`,
  }
}

const FLOATS = new Set(['float', 'double', 'float?', 'double?'])

/** netcoredbg prints as C does: `1e+300`, `-nan`, `inf`. */
function floatText(text: string): string {
  if (/^-?nan/i.test(text)) return 'NaN'
  if (/^-?inf/i.test(text)) return text.startsWith('-') ? '-Infinity' : 'Infinity'
  return text.startsWith('{') ? text : text.replace('e', 'E')
}

const ESCAPES: Readonly<Record<string, string>> = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
}

/** As C# source has it. */
function escaped(code: number): string {
  const character = String.fromCharCode(code)
  const known = ESCAPES[character]
  if (known !== undefined) return known
  const isControl = code < 32 || (code >= 127 && code < 160)
  const isHalfOfPair = code >= 0xd800 && code <= 0xdfff
  return isControl || isHalfOfPair ? `\\u${code.toString(16).padStart(4, '0')}` : character
}
