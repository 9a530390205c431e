/** A variable or path as netcoredbg shows it. */
export interface Shown {
  /** The expression for `evaluate`. */
  readonly expression: string
  readonly type: string
  readonly value: string
}

/** How to pass a value to the inspector. `calls` are tried in order until one succeeds. */
export type CaptureForms =
  | { readonly kind: 'null' }
  /** No call can pass it. Only its text is known. */
  | { readonly kind: 'text'; readonly why: string }
  /** An enum is passed by type and number. A boxed enum looks the same, and its value would be wrong. */
  | { readonly kind: 'enum'; readonly number: string }
  | { readonly kind: 'calls'; readonly calls: readonly string[] }

const PRIMITIVES = new Set(
  'bool byte sbyte short ushort int uint long ulong float double decimal char nint nuint System.IntPtr System.UIntPtr'.split(
    ' ',
  ),
)

/**
 * Which calls to try for a variable (measured on netcoredbg 3.1.3, .NET 10). The order avoids wrong values. Nothing is
 * evaluated here.
 */
export function captureForms({ expression, type, value }: Shown): CaptureForms {
  if (value === 'null') return { kind: 'null' }
  if (isPointer(type)) return { kind: 'text', why: `a pointer (${type}): netcoredbg cannot pass it on` }
  if (type.endsWith('?')) return { kind: 'calls', calls: [anyOf(expression)] }
  if (/^System\.(ReadOnly)?Span<.*>$/.test(type)) return { kind: 'calls', calls: spanCalls(expression, type) }
  if (PRIMITIVES.has(type)) return { kind: 'calls', calls: primitiveCalls({ expression, type, value }) }
  if (isEnumText(value)) return { kind: 'enum', number: `${expression}.ToString("D")` }
  const named = [anyOf(expression), `"k".XPut(${expression})`, `Dapplex.Box<${type}>.Put(${expression})`]
  if (expression === 'this') return { kind: 'calls', calls: [...named.slice(1), boxFor(expression, type)] }
  const array = type.endsWith('[,]') ? [`"k".XPutA2(${expression})`] : []
  return { kind: 'calls', calls: [...named, ...array, boxFor(expression, type)] }
}

/** `void*` ends netcoredbg, a function pointer fails the whole listing, any other pointer shows what it points to. */
export const isPointer = (type: string): boolean => type.endsWith('*') || type.includes('delegate*')

export const isPrimitive = (type: string): boolean => PRIMITIVES.has(type)

const anyOf = (expression: string) => `Dapplex.Inspector.AnyOf<${expression}>().In(${expression})`
const boxFor = (expression: string, type: string) =>
  `Dapplex.Inspector.BoxFor(${JSON.stringify(type)}).In(${expression})`

function spanCalls(expression: string, type: string): string[] {
  const text = type === 'System.ReadOnlySpan<char>' ? [`"k".XPut(${expression}.ToString())`] : []
  return [...text, `"k".XPut(${expression}.ToArray())`]
}

/** A boxed primitive is shown as `{int}`. The usual calls would pass a part of its address. */
function primitiveCalls({ expression, type, value }: Shown): string[] {
  if (!value.startsWith('{')) return [anyOf(expression), `Dapplex.Box<${type}>.Put(${expression})`]
  const field = type.startsWith('n') || type.startsWith('System.') ? '_value' : 'm_value'
  // netcoredbg does not know `nint` and `nuint` as type arguments.
  const argument = type === 'nint' ? 'System.IntPtr' : type === 'nuint' ? 'System.UIntPtr' : type
  return [`Dapplex.Box<${argument}>.Put(${expression}.${field})`]
}

/** Objects have braces, strings have quotes. Any other text is the name or the number of an enum. */
const isEnumText = (value: string) => /^[\p{L}\p{Nl}_0-9]/u.test(value) && !value.startsWith('<') && !COUNT.test(value)

/** dncdbg shows the count of a collection. */
const COUNT = /^\w+ = \d+$/

/** Whether the text says only the type, such as `{Type}`, or the count. */
export const isObjectText = (value: string): boolean => value.startsWith('{') || COUNT.test(value)
