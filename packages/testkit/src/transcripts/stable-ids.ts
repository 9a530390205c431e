import { isJsonObject, type JsonObject } from '@dapplex/protocol'

export interface StableOptions {
  /** Folders, by the name that stands for them: `{ '<fixtures>': '/home/…/fixtures' }`. Longest first where they nest. */
  readonly folders?: Readonly<Record<string, string>>
}

/** The kind of id that a key holds, wherever the key is. */
const KIND_BY_KEY: Readonly<Record<string, string>> = {
  variablesReference: 'ref',
  frameId: 'frame',
  threadId: 'thread',
  sourceReference: 'source',
  memoryReference: 'memory',
  valueLocationReference: 'location',
  declarationLocationReference: 'location',
  locationReference: 'location',
  instructionReference: 'instruction',
  instructionPointerReference: 'instruction',
  moduleId: 'module',
  targetId: 'target',
  progressId: 'progress',
  requestId: 'request',
  systemProcessId: 'process',
  processId: 'process',
  shellProcessId: 'process',
  dataId: 'data',
  hitBreakpointIds: 'bp',
}

/** The kind of an object's `id`, by the key that holds the object or its list. */
const KIND_OF_ID: Readonly<Record<string, string>> = {
  stackFrames: 'frame',
  threads: 'thread',
  breakpoint: 'bp',
  breakpoints: 'bp',
  module: 'module',
  modules: 'module',
  targets: 'target',
}

/**
 * Replaces ids by their kind and the order of their first appearance (`ref#1`, `frame#2`, `bp#1`) and folders by names, so
 * that two equal runs give equal texts, while two swapped ids still show. Use one instance per text: it remembers the ids
 * that it has seen.
 */
export class StableIds {
  readonly #seen = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #folders: readonly (readonly [name: string, folder: string])[]

  constructor({ folders = {} }: StableOptions = {}) {
    this.#folders = Object.entries(folders).map(([name, folder]) => [name, folder.replace(/\/+$/, '')])
  }

  /** The same value with stable ids and names. */
  replace(value: unknown, key = ''): unknown {
    const kind = KIND_BY_KEY[key]
    if (Array.isArray(value)) return value.map((one: unknown) => this.replace(one, key))
    if (isJsonObject(value)) return this.#replaceObject(value, key)
    if (kind !== undefined && isId(value, kind)) return this.#name(kind, value)
    return typeof value === 'string' ? this.#replaceFolders(value) : value
  }

  #replaceObject(object: JsonObject, holder: string): JsonObject {
    const kind = KIND_OF_ID[holder]
    const entries = Object.entries(object).map(([key, value]) => {
      if (key === 'id' && kind !== undefined && isId(value, kind)) return [key, this.#name(kind, value)]
      return [key, this.replace(value, key)]
    })
    return Object.fromEntries(entries) as JsonObject
  }

  #name(kind: string, id: number | string): string {
    const key = `${kind} ${typeof id} ${id}`
    const known = this.#seen.get(key)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `${kind}#${count}`
    this.#seen.set(key, name)
    return name
  }

  #replaceFolders(text: string): string {
    return this.#folders.reduce((result, [name, folder]) => result.replaceAll(folder, name), text)
  }
}

/** Kinds for which 0 means none, in every run. A breakpoint or thread can really have the number 0. */
const NONE_IS_ZERO: ReadonlySet<string> = new Set(['ref', 'source', 'location'])

const isId = (value: unknown, kind: string): value is number | string =>
  typeof value === 'string' || (typeof value === 'number' && (value !== 0 || !NONE_IS_ZERO.has(kind)))
