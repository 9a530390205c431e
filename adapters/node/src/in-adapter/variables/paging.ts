/** Which part of an object's children is wanted (DAP: `variables`). */
export interface Page {
  readonly filter: 'indexed' | 'named' | undefined
  readonly start: number
  /** Undefined for all of them. */
  readonly count: number | undefined
}

export interface Slice {
  readonly start: number
  readonly count: number
}

/** What to read for a page: elements, or ranges that stand for elements, and then members. */
export interface Plan {
  readonly elements: Slice | undefined
  readonly ranges: readonly Slice[]
  /** A slice of the members. How many there are is known only when they are read. */
  readonly members: { readonly start: number; readonly count: number | undefined } | undefined
}

/** A larger list is shown as ranges, unless the client asks for a page of it. */
export const RANGE_SIZE = 1_000

/** @param size number of elements */
export function planPage({ filter, start, count }: Page, size: number): Plan {
  switch (filter) {
    case 'named':
      return { elements: undefined, ranges: [], members: { start, count } }
    case 'indexed':
      return { ...planElements({ start, count }, size), members: undefined }
    case undefined: {
      const elements = planElements({ start, count }, size)
      const end = count === undefined ? Infinity : start + count
      if (end <= size) return { ...elements, members: undefined }
      const memberStart = Math.max(0, start - size)
      return {
        ...elements,
        members: { start: memberStart, count: count === undefined ? undefined : end - Math.max(start, size) },
      }
    }
  }
}

function planElements(
  { start, count }: Pick<Page, 'start' | 'count'>,
  size: number,
): Pick<Plan, 'elements' | 'ranges'> {
  const left = Math.max(0, size - start)
  const wanted = count === undefined ? left : Math.min(count, left)
  if (wanted === 0) return { elements: undefined, ranges: [] }
  if (count !== undefined || wanted <= RANGE_SIZE) return { elements: { start, count: wanted }, ranges: [] }
  return { elements: undefined, ranges: splitIntoRanges({ start, count: wanted }) }
}

/** At most a thousand ranges, each of which can be split again. */
export function splitIntoRanges({ start, count }: Slice): Slice[] {
  let size = RANGE_SIZE
  while (count / size > RANGE_SIZE) size *= RANGE_SIZE
  const ranges: Slice[] = []
  for (let at = 0; at < count; at += size) ranges.push({ start: start + at, count: Math.min(size, count - at) })
  return ranges
}
