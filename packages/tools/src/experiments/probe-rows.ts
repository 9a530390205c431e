import { present } from '../result/present.js'
import { bytesOf } from '../result/with-bytes.js'
import type { ReadValue } from './read-values.js'

export interface HitRow {
  readonly probe: number
  readonly hit: number
  readonly thread_id?: number
  readonly values: ReadValue[]
  readonly times?: number
}

/** The rows of all probes, in the order of the hits. Equal rows of one probe and thread that follow each other are one. */
export class ProbeRows {
  readonly #rows: { -readonly [K in keyof HitRow]: HitRow[K] }[] = []
  readonly #latest = new Map<number, { row: { -readonly [K in keyof HitRow]: HitRow[K] }; key: string }>()
  readonly #counts = new Map<number, { hits: number; readonly distinct: Set<string> }>()

  add(probe: number, threadId: number | undefined, values: ReadValue[]): void {
    const counts = this.#countsOf(probe)
    counts.hits += 1
    const valuesKey = JSON.stringify(values)
    counts.distinct.add(valuesKey)
    const key = `${threadId ?? ''} ${valuesKey}`
    const latest = this.#latest.get(probe)
    if (latest?.key === key) {
      latest.row.times = (latest.row.times ?? 1) + 1
      return
    }
    const row = present({ probe, hit: counts.hits, thread_id: threadId, values })
    this.#rows.push(row)
    this.#latest.set(probe, { row, key })
  }

  hitsOf(probe: number): number {
    return this.#counts.get(probe)?.hits ?? 0
  }

  distinctOf(probe: number): number {
    return this.#counts.get(probe)?.distinct.size ?? 0
  }

  get rows(): readonly HitRow[] {
    return this.#rows
  }

  #countsOf(probe: number) {
    const known = this.#counts.get(probe)
    if (known !== undefined) return known
    const counts = { hits: 0, distinct: new Set<string>() }
    this.#counts.set(probe, counts)
    return counts
  }
}

/** Leaves rows out of the middle until the result has at most so many bytes: how it begins and how it ends matters most. */
export function fitRows<T extends { readonly hits: readonly HitRow[] }>(
  result: T,
  maxBytes: number,
): T & { readonly omitted?: number } {
  let left = [...result.hits]
  let omitted = 0
  const shown = () => (omitted === 0 ? result : { ...result, hits: left, omitted })
  let fitted: T & { readonly omitted?: number } = shown()
  while (left.length > 0 && bytesOf(fitted) > maxBytes) {
    const drop = Math.max(1, Math.floor(left.length / 10))
    left = left.toSpliced(Math.floor((left.length - drop) / 2), drop)
    omitted += drop
    fitted = shown()
  }
  return fitted
}
