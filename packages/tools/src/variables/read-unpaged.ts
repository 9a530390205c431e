import { toolError, type AdapterTraits, type ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { Children, Page } from './page.js'
import { decodeVariables, type Variable } from './variable.js'

export type UnpagedListings = NonNullable<AdapterTraits['presentation']['unpagedListings']>

interface Reading {
  readonly on: SessionCall
  readonly traits: UnpagedListings
  readonly page: Page
  readonly rows: Variable[]
  /** The index of the next element. */
  at: number
  /** The adapter lists no more, although there is more. */
  isCut: boolean
}

/**
 * Reads a page from an adapter that knows no pages: the listing, and those of its parts that hold elements of the page.
 * @throws ToolError VARIABLES_FAILED
 */
export async function readUnpaged(
  on: SessionCall,
  { reference, page, traits }: { readonly reference: number; readonly page: Page; readonly traits: UnpagedListings },
): Promise<Children> {
  const reading: Reading = { on, traits, page, rows: [], at: 0, isCut: false }
  const listing = await fetchListing(on, reference)
  const length = listing.find(({ name }) => name === traits.length)?.value
  await readListing(reading, listing)
  const total = length === undefined || !/^\d+$/.test(length) ? reading.at : Number(length)
  if (reading.isCut && page.start >= reading.at && page.start < total)
    throw notListed(on, { traits, listed: reading.at, total })
  return { rows: reading.rows, total, hasMore: page.start + reading.rows.length < total }
}

async function readListing(reading: Reading, listing: readonly Variable[]): Promise<void> {
  const { on, traits, page, rows } = reading
  const isPart = ({ type = '' }: Variable) => new RegExp(traits.partType).test(type)
  for (const row of listing) {
    if (row.name === traits.end?.row) reading.isCut = true
    if (row.name === traits.end?.row || traits.notVariables.includes(row.name)) continue
    if (isPart(row)) {
      const range = rangeOf(row)
      const isOutside = range !== undefined && (range.end <= page.start || range.start >= page.start + page.count)
      if (isOutside) reading.at = range.end
      else await readListing(reading, await fetchListing(on, row.reference))
    } else {
      if (reading.at >= page.start && rows.length < page.count) rows.push(row)
      reading.at += 1
    }
  }
}

const fetchListing = async (on: SessionCall, reference: number): Promise<Variable[]> =>
  decodeVariables(
    await on.ask('variables', { variablesReference: reference }, (reason) => toolError('VARIABLES_FAILED', { reason })),
  )

function notListed(
  { session }: SessionCall,
  { traits, listed, total }: { traits: UnpagedListings; listed: number; total: number },
): ToolError {
  const reason = `${session.adapter.title} lists only the first ${listed} of ${total} elements here; ${traits.end?.instead ?? ''}`
  return toolError('VARIABLES_FAILED', { reason })
}

/** The elements that a part holds: `[100:300]`. */
function rangeOf({ name, value }: Variable): { readonly start: number; readonly end: number } | undefined {
  const [, start, end] = /^\[(\d+):(\d+)\]$/.exec(name) ?? /^\[(\d+):(\d+)\]$/.exec(value) ?? []
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) }
}
