import type { JsonObject } from '@dapplex/protocol/dap'

/** Part of a list that was recorded page by page: its items from an index on. */
export interface Page {
  readonly start: number
  readonly items: readonly JsonObject[]
}

/** Items by their index; the first page that has one counts. */
export function mergePages(pages: readonly Page[]): ReadonlyMap<number, JsonObject> {
  const items = new Map<number, JsonObject>()
  for (const page of pages) {
    page.items.forEach((item, offset) => {
      const index = page.start + offset
      if (!items.has(index)) items.set(index, item)
    })
  }
  return items
}

/**
 * The known items of a range, in order. `count` 0 or none means to the end (DAP, "variables" and "stackTrace").
 * Undefined when the range asks for items and none of them is known.
 */
export function knownIn(
  items: ReadonlyMap<number, JsonObject>,
  start: number,
  count: number,
): JsonObject[] | undefined {
  const end = count > 0 ? start + count : Infinity
  const known = [...items].filter(([index]) => index >= start && index < end).sort(([a], [b]) => a - b)
  const isPastTheEnd = items.size > 0 && start > Math.max(...items.keys())
  return known.length === 0 && items.size > 0 && !isPastTheEnd ? undefined : known.map(([, item]) => item)
}
