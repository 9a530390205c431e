import canonicalize from 'canonicalize'

/** SHA-256 of UTF-8 text as 64 lower-case hex digits. It is passed in: this package has no cryptography. */
export type Sha256 = (text: string) => string

export interface InspectionKey {
  readonly session: string
  readonly epoch: number
  readonly method: string
  /** After defaults, and after "current" is resolved. */
  readonly params: unknown
}

/** Key of a memoized inspection (workflow 22): SHA-256 of the RFC 8785 JSON. */
export function inspectionKey({ session, epoch, method, params }: InspectionKey, sha256: Sha256): string {
  return hash({ v: 1, kind: 'inspection', session, epoch, method, params }, sha256)
}

/** Key of a prompt. Errors: TypeError for what RFC 8785 cannot print (a lone surrogate, a number that is not finite). */
export function promptKey(prompt: unknown, sha256: Sha256): string {
  return hash({ v: 1, kind: 'prompt', prompt }, sha256)
}

export const isCacheKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

function hash(value: unknown, sha256: Sha256): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('the value has no canonical JSON')
  return sha256(text)
}
