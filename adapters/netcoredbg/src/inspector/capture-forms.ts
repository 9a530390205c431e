/** A variable or path as netcoredbg shows it. */
export interface Shown {
  /** What `evaluate` takes. */
  readonly expression: string
  readonly type: string
  readonly value: string
}

/** How a value gets into the inspector. `calls` are tried in order until one answers. */
export type CaptureForms =
  | { readonly kind: 'null' }
  /** Nothing can hold it; the text is all there is. */
  | { readonly kind: 'text'; readonly why: string }
  /** An enum by type and number: a boxed one looks the same and would be captured wrong. */
  | { readonly kind: 'enum'; readonly number: string }
  | { readonly kind: 'calls'; readonly calls: readonly string[] }

const PRIMITIVES = new Set(
  'bool byte sbyte short ushort int uint long ulong float double decimal char nint nuint System.IntPtr System.UIntPtr'.split(
    ' ',
  ),
)

/**
 * Which forms to try for a variable (measured on netcoredbg 3.1.3, .NET 10; the order is by what each form gets wrong).
 * Nothing is evaluated here.
 */
export function captureForms({ expression, type, value }: Shown): CaptureForms {
  if (value === 'null') return { kind: 'null' }
  if (isPointer(type)) return { kind: 'text', why: `a pointer (${type}): netcoredbg cannot pass it on` }
  if (/^System\.(ReadOnly)?Span<.*>$/.test(type)) return { kind: 'calls', calls: spanCalls(expression, type) }
  if (PRIMITIVES.has(type)) return { kind: 'calls', calls: primitiveCalls({ expression, type, value }) }
  if (isEnumText(value)) return { kind: 'enum', number: `${expression}.ToString("D")` }
  const named = [anyOf(expression), `"k".XPut(${expression})`, `Dapplex.Box<${type}>.Put(${expression})`]
  if (expression === 'this') return { kind: 'calls', calls: [...named.slice(1), boxFor(expression, type)] }
  const array = type.endsWith('[,]') ? [`"k".XPutA2(${expression})`] : []
  return { kind: 'calls', calls: [...named, ...array, boxFor(expression, type)] }
}

/** `void*` is fatal to netcoredbg, a function pointer to the whole listing; any other pointer only shows its pointee. */
export const isPointer = (type: string): boolean => type.endsWith('*') || type.includes('delegate*')

export const isPrimitive = (type: string): boolean => PRIMITIVES.has(type)

const anyOf = (expression: string) => `Dapplex.Inspector.AnyOf<${expression}>().In(${expression})`
const boxFor = (expression: string, type: string) =>
  `Dapplex.Inspector.BoxFor(${JSON.stringify(type)}).In(${expression})`

function spanCalls(expression: string, type: string): string[] {
  const text = type === 'System.ReadOnlySpan<char>' ? [`"k".XPut(${expression}.ToString())`] : []
  return [...text, `"k".XPut(${expression}.ToArray())`]
}

/** A boxed primitive is shown as `{int}`, and what the forms for variables take of it is a part of its address. */
function primitiveCalls({ expression, type, value }: Shown): string[] {
  if (!value.startsWith('{')) return [anyOf(expression), `Dapplex.Box<${type}>.Put(${expression})`]
  const field = type.startsWith('n') || type.startsWith('System.') ? '_value' : 'm_value'
  return [`Dapplex.Box<${type}>.Put(${expression}.${field})`]
}

/** Objects are shown in braces, strings and characters in quotes; what is left is the name or number of an enum. */
const isEnumText = (value: string) => /^[A-Za-z_0-9]/.test(value) && !value.startsWith('<') && !COUNT.test(value)

/** dncdbg shows a collection by its count. */
const COUNT = /^\w+ = \d+$/

/** Whether there is something inside that the debugger does not show: `{Type}`. */
export const isObjectText = (value: string): boolean => value.startsWith('{') || COUNT.test(value)
