import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { PausedCallFrame, Runtime } from '../inspector/methods.js'
import type { Slice } from './paging.js'
import { isCut, previewOf, sizeOf, typeOf } from './preview.js'

/** An object whose children can be read. */
export interface ObjectContainer {
  readonly kind: 'object'
  readonly objectId: string
  readonly shape: ObjectShape
  /** Number of elements or entries. */
  readonly size: number
  /** Its expression, where it has one. */
  readonly path: string | undefined
  /** The call in which its expressions are evaluated. */
  readonly call: PausedCallFrame | undefined
}

/** How an object's elements are read; `plain` has none. */
export type ObjectShape = 'list' | 'map' | 'set' | 'plain'

/** What a variablesReference stands for. */
export type Container =
  | ObjectContainer
  /** One of the scopes of a call. `extra` comes before its variables. */
  | {
      readonly kind: 'scope'
      readonly call: PausedCallFrame
      readonly scopeNumber: number
      readonly scope: ObjectContainer
      readonly extra: readonly Child[]
    }
  /** Some elements of a large array, map or set. */
  | { readonly kind: 'range'; readonly of: ObjectContainer; readonly slice: Slice }
  /** An entry of a map: its key and its value. */
  | { readonly kind: 'entry'; readonly map: ObjectContainer; readonly entry: ObjectContainer }
  /** A property that must be computed: its reference gives the one variable that replaces it. */
  | { readonly kind: 'getter'; readonly getter: Getter; readonly child: Child }
  /** A fixed list. */
  | { readonly kind: 'list'; readonly children: readonly Child[]; readonly call: PausedCallFrame | undefined }

/** Gives containers their numbers. */
export interface ReferenceTable {
  add(container: Container): number
}

export interface Getter {
  readonly name: string
  readonly receiverId: string
  readonly getterId: string
  readonly call: PausedCallFrame | undefined
}

/** One variable before it has a number. */
export interface Child {
  readonly name: string
  readonly content:
    | { readonly kind: 'value'; readonly value: Runtime.RemoteObject }
    | { readonly kind: 'getter'; readonly getter: Getter }
    | { readonly kind: 'container'; readonly container: Container; readonly text: string }
    | { readonly kind: 'text'; readonly text: string }
  readonly path?: string | undefined
  readonly hint?: Dap.VariablePresentationHint
}

/** The container of a value, if it has children. */
export function containerOf(
  value: Runtime.RemoteObject,
  { path, call }: { readonly path: string | undefined; readonly call: PausedCallFrame | undefined },
): ObjectContainer | undefined {
  if (value.objectId === undefined || value.type === 'symbol') return undefined
  const shape = shapeOf(value)
  return { kind: 'object', objectId: value.objectId, shape, size: shape === 'plain' ? 0 : sizeOf(value), path, call }
}

function shapeOf({ subtype }: Runtime.RemoteObject): ObjectShape {
  if (subtype === 'array' || subtype === 'typedarray') return 'list'
  return subtype === 'map' || subtype === 'set' ? subtype : 'plain'
}

/** A value as DAP describes a variable: its text, its type and the reference for its children. */
export function describeValue(
  value: Runtime.RemoteObject,
  {
    container,
    references,
    textLimit,
  }: {
    readonly container: ObjectContainer | undefined
    readonly references: ReferenceTable
    readonly textLimit?: number | undefined
  },
): Pick<Dap.Variable, 'value' | 'type' | 'variablesReference' | 'indexedVariables' | 'namedVariables'> {
  return {
    value: previewOf(value, textLimit),
    type: typeOf(value),
    // DAP has no field for it.
    ...(isCut(value, textLimit) ? { dapplexTruncated: true } : {}),
    variablesReference: container === undefined ? 0 : references.add(container),
    ...(container === undefined || container.shape === 'plain' ? {} : sizesOf(container.size)),
  }
}

/** VS Code reads a list without pages up to this size, and then shows its elements first. */
const SHORT_LIST = 100

/** A list always has named members too: `length` or `size`, and its prototype. */
const sizesOf = (size: number) =>
  size > SHORT_LIST ? { indexedVariables: size, namedVariables: 2 } : { dapplexElements: size, namedVariables: 2 }

export function describeChild(
  { name, content, path, hint }: Child,
  {
    call,
    references,
    textLimit,
  }: {
    readonly call: PausedCallFrame | undefined
    readonly references: ReferenceTable
    readonly textLimit?: number | undefined
  },
): Dap.Variable {
  const common = {
    name,
    ...(path === undefined ? {} : { evaluateName: path }),
    ...(hint === undefined ? {} : { presentationHint: hint }),
  }
  switch (content.kind) {
    case 'value': {
      const container = containerOf(content.value, { path, call })
      return { ...common, ...describeValue(content.value, { container, references, textLimit }) }
    }
    case 'getter': {
      const child = { name, content, ...(path === undefined ? {} : { path }) }
      return {
        ...common,
        value: '(...)',
        type: 'getter',
        variablesReference: references.add({ kind: 'getter', getter: content.getter, child }),
        presentationHint: { ...hint, lazy: true },
      }
    }
    case 'container':
      return { ...common, value: content.text, variablesReference: references.add(content.container) }
    case 'text':
      return { ...common, value: content.text, variablesReference: 0 }
  }
}
