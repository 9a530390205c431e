/** What an id in an answer stands for (mux 5). */
export type IdKind = 'frame' | 'variables' | 'source' | 'location'

/**
 * What a key means in an answer that is scanned. `reference`: its value is an id, wherever it stands. `rule`: a rule looks at its value, so
 * the message has to be parsed. `list`: what such a body begins with.
 */
export type KnownKey =
  | { readonly name: string; readonly means: 'reference'; readonly kind: IdKind }
  | {
      readonly name: string
      readonly means: 'id' | 'path' | 'lazy' | 'type' | 'memoryReference' | 'sourceObject' | 'frames' | 'list' | 'rule'
    }

const KEYS: readonly KnownKey[] = [
  { name: 'id', means: 'id' },
  { name: 'path', means: 'path' },
  { name: 'lazy', means: 'lazy' },
  { name: 'type', means: 'type' },
  { name: 'source', means: 'sourceObject' },
  { name: 'scopes', means: 'list' },
  { name: 'variables', means: 'list' },
  { name: 'totalFrames', means: 'list' },
  { name: 'stackFrames', means: 'frames' },
  { name: 'frameId', means: 'rule' },
  { name: 'threadId', means: 'rule' },
  { name: 'dapplexRan', means: 'rule' },
  { name: 'memoryReference', means: 'memoryReference' },
  { name: 'instructionPointerReference', means: 'memoryReference' },
  { name: 'variablesReference', means: 'reference', kind: 'variables' },
  { name: 'sourceReference', means: 'reference', kind: 'source' },
  { name: 'locationReference', means: 'reference', kind: 'location' },
  { name: 'valueLocationReference', means: 'reference', kind: 'location' },
  { name: 'declarationLocationReference', means: 'reference', kind: 'location' },
]

interface Candidate {
  readonly bytes: Uint8Array
  readonly key: KnownKey
}

const bytesOf = (name: string): Uint8Array => Uint8Array.from(name, (letter) => letter.charCodeAt(0))

/** By length: hardly any two have one, and most keys of an answer have a length of none. */
const byLength: readonly (readonly Candidate[])[] = Array.from({ length: 32 }, (_, length) =>
  KEYS.filter(({ name }) => name.length === length).map((key) => ({ bytes: bytesOf(key.name), key })),
)

/** The key of this length at `from`; undefined for any that nobody looks at. */
export function keyAt(bytes: Uint8Array, from: number, length: number): KnownKey | undefined {
  const candidates = byLength[length]
  if (candidates === undefined) return undefined
  for (const candidate of candidates) if (stands(bytes, from, candidate.bytes)) return candidate.key
  return undefined
}

function stands(bytes: Uint8Array, from: number, name: Uint8Array): boolean {
  for (let at = 0; at < name.length; at += 1) if (bytes[from + at] !== name[at]) return false
  return true
}
