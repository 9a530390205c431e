import { namedIn } from '@dapplex/protocol'
/** C# keywords for types, and the names of the runtime. */
const CLR_NAMES: Readonly<Record<string, string>> = {
  bool: 'System.Boolean',
  byte: 'System.Byte',
  sbyte: 'System.SByte',
  char: 'System.Char',
  decimal: 'System.Decimal',
  double: 'System.Double',
  float: 'System.Single',
  int: 'System.Int32',
  uint: 'System.UInt32',
  nint: 'System.IntPtr',
  nuint: 'System.UIntPtr',
  long: 'System.Int64',
  ulong: 'System.UInt64',
  short: 'System.Int16',
  ushort: 'System.UInt16',
  object: 'System.Object',
  string: 'System.String',
  void: 'System.Void',
}

/** `System.Collections.Generic.List<Shop.Order>` → `List<Order>`: every name in it without its namespace. */
export function simpleTypeName(type: string): string {
  return type.replace(/[\w@`]+(?:\.[\w@`]+)+/g, (name) => name.slice(name.lastIndexOf('.') + 1))
}

/** The unqualified name of a type, without its arguments: `System.InvalidOperationException` → `InvalidOperationException`. */
export function unqualifiedName(type: string): string {
  const plain = type.replace(/<.*$/, '')
  return plain.split(/\.|::/).at(-1) ?? plain
}

/** C# as the runtime writes it: `System.Collections.Generic.List<int>` → ``System.Collections.Generic.List`1[System.Int32]``. */
export function runtimeTypeName(type: string): string {
  const trimmed = type.trim()
  const array = /^(.*\S)\s*(\[,*\])$/.exec(trimmed)
  if (array?.[1] !== undefined) return `${runtimeTypeName(array[1])}${array[2] ?? ''}`
  if (trimmed.endsWith('?')) return `System.Nullable\`1[${runtimeTypeName(trimmed.slice(0, -1))}]`
  const open = trimmed.indexOf('<')
  // A name the compiler made begins with `<`: `<>c__DisplayClass`.
  if (open <= 0 || !trimmed.endsWith('>')) return namedIn(CLR_NAMES, trimmed) ?? trimmed
  const args = splitArguments(trimmed.slice(open + 1, -1))
  return `${trimmed.slice(0, open)}\`${args.length}[${args.map(runtimeTypeName).join(',')}]`
}

/** Splits at commas outside brackets of any kind. */
function splitArguments(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? ''
    if ('<[('.includes(letter)) depth += 1
    if ('>])'.includes(letter)) depth -= 1
    if (letter !== ',' || depth > 0) continue
    parts.push(text.slice(start, index))
    start = index + 1
  }
  return [...parts, text.slice(start)]
}

/** Whether a type is text. Text has no children, even if the adapter offers some. */
export function isTextType(type: string | undefined): boolean {
  return (
    type !== undefined &&
    /^(string|str|String|std::(__cxx11::)?(basic_)?string\b.*|java\.lang\.String|SIMPLE-(BASE-|CHARACTER-)?STRING)$/.test(
      type,
    )
  )
}
