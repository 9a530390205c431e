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
  const type = variable.type === undefined ? undefined : (TYPES[variable.type] ?? variable.type)
  const code = type === 'char' || type === 'char?' ? CHARACTER.exec(variable.value)?.[1] : undefined
  return {
    ...variable,
    ...(type === undefined ? {} : { type }),
    value: code === undefined ? variable.value : `'${escaped(Number(code))}'`,
  }
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
