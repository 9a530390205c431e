import { ToolError } from '@dapplex/protocol'

/** A part of a digest. `late`: the adapter did not answer in time. */
export type Part<T> = { readonly kind: 'read'; readonly value: T } | { readonly kind: 'refused' | 'late' }

/** Reads one part. What the adapter refuses is left out. */
export async function part<T>(reading: Promise<T>): Promise<Part<T>> {
  try {
    return { kind: 'read', value: await reading }
  } catch (error) {
    return { kind: error instanceof ToolError && error.type === 'TIMEOUT' ? 'late' : 'refused' }
  }
}

export const valueOf = <T>(one: Part<T>): T | undefined => (one.kind === 'read' ? one.value : undefined)
