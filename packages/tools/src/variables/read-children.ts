import { toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { Children, Page } from './page.js'
import { readUnpaged } from './read-unpaged.js'
import type { Variable } from './variable.js'
import { decodeVariables } from './variable.js'

/** The variable whose children are read. */
export interface Parent {
  readonly reference: number
  readonly named?: number | undefined
  readonly indexed?: number | undefined
}

/** Rows that an adapter is asked for at once where it cannot be asked for a part. */
const WHOLE = Number.MAX_SAFE_INTEGER

/**
 * Reads a page of children: the indexed ones first, so that `start` is the index of an element, then the named ones.
 * DAP lets an adapter ignore `start` and `count`. The number of rows it returns shows whether it did.
 * @throws ToolError VARIABLES_FAILED
 */
export async function readChildren(on: SessionCall, parent: Parent, page: Page): Promise<Children> {
  const { unpagedListings: traits } = on.traits.presentation
  if (traits !== undefined) return readUnpaged(on, { reference: parent.reference, page, traits })
  const { indexed = 0 } = parent
  if (indexed === 0) return readPart(on, { reference: parent.reference, known: parent.named }, page)
  // An adapter that gives only the number of indexed children has no others. Editors read it the same way.
  const { named = 0 } = parent
  const elements: Page = { start: page.start, count: Math.max(0, Math.min(page.count, indexed - page.start)) }
  const first =
    elements.count === 0
      ? []
      : (await readPart(on, { reference: parent.reference, known: indexed, filter: 'indexed' }, elements)).rows
  const left = page.count - first.length
  if (named === 0 || left <= 0) {
    const total = indexed + named
    return { rows: first, total, hasMore: page.start + first.length < total }
  }
  const rest: Page = { start: Math.max(0, page.start - indexed), count: left }
  const others = await readPart(on, { reference: parent.reference, known: named, filter: 'named' }, rest)
  return { rows: [...first, ...others.rows], total: indexed + others.total, hasMore: others.hasMore }
}

interface Part {
  readonly reference: number
  readonly known: number | undefined
  readonly filter?: 'indexed' | 'named'
}

async function readPart(on: SessionCall, part: Part, page: Page): Promise<Children> {
  const { known } = part
  if (known !== undefined && page.start >= known) return { rows: [], total: known, hasMore: false }
  // Without a total, a short answer could be one page or everything. So everything is read.
  const asked = known !== undefined && (page.start > 0 || known > page.count) ? page : { start: 0, count: WHOLE }
  const all = await fetchRows(on, part, asked)
  const keptToPage = asked === page && all.length <= Math.min(page.count, (known ?? 0) - page.start)
  const rows = keptToPage ? all : all.slice(page.start, page.start + page.count)
  const total = keptToPage ? (known ?? all.length) : all.length
  return { rows, total, hasMore: page.start + rows.length < total }
}

async function fetchRows(on: SessionCall, { reference, filter }: Part, { start, count }: Page): Promise<Variable[]> {
  const paging = count === WHOLE ? {} : { start, count }
  const args = { variablesReference: reference, ...(filter === undefined ? {} : { filter }), ...paging }
  return decodeVariables(await on.ask('variables', args, (reason) => toolError('VARIABLES_FAILED', { reason })))
}
