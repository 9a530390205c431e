import { buildDotnet, byName, fixture, markerLine, openSession } from '@dapplex/testkit'
import type { Scope } from './dotnet-programs.js'
import { children, startShim, stopped, variables, type Row, type Stopped } from './shim-session.js'

const source = fixture('programs/dotnet/types/Program.cs')

/** Launches the program that has a variable of every type, and waits for the stop at a marker. */
export async function runTypes(
  scope: Scope,
  { stop, launch = {} }: { readonly stop: string; readonly launch?: Readonly<Record<string, unknown>> },
): Promise<Stopped> {
  const program = await buildDotnet(fixture('programs/dotnet/types/types.csproj'))
  const client = await startShim(scope)
  await openSession(client, {
    request: 'launch',
    arguments: { program, args: [], cwd: fixture('programs/dotnet/types'), ...launch },
    breakpoints: { [source]: [markerLine(source, `break: ${stop}`)] },
  })
  return stopped(client, 0)
}

interface Found {
  readonly row: Row
  /** The reference whose `variables` has the row. */
  readonly container: number
}

interface Listed {
  readonly scope: string
  readonly index: number
}

/** Where each variable is listed, read once for each session: showing all variables takes a second. */
const listings = new WeakMap<Stopped, Promise<ReadonlyMap<string, Listed>>>()

async function listingOf(at: Stopped): Promise<ReadonlyMap<string, Listed>> {
  const scopes = Object.entries(await variables(at))
  return new Map(scopes.flatMap(([scope, rows]) => rows.map(({ name }, index) => [name, { scope, index }] as const)))
}

async function variableNamed(at: Stopped, name: string): Promise<Found> {
  const listing = listings.get(at) ?? listingOf(at)
  listings.set(at, listing)
  // What fails once is no answer for the next test.
  listing.catch(() => listings.delete(at))
  const listed = (await listing).get(name)
  if (listed === undefined) throw new Error(`no variable '${name}'`)
  const { scopes } = await at.client.expectSuccess('scopes', { frameId: at.frameId })
  const container = byName(scopes, listed.scope).variablesReference
  const page = { variablesReference: container, start: listed.index, count: 1 }
  const { variables: rows } = await at.client.expectSuccess('variables', page)
  return { row: rowNamed(rows, name), container }
}

/** The row at a path of names, such as `holder`, `Point`, `X`. Each step reads the rows again. */
export async function rowAt(at: Stopped, [first = '', ...rest]: readonly string[]): Promise<Found> {
  let found = await variableNamed(at, first)
  for (const name of rest) {
    const container = found.row.variablesReference
    found = { row: rowNamed(await children(at, container), name), container }
  }
  return found
}

function rowNamed(rows: readonly Row[], name: string): Row {
  const row = rows.find((one) => one.name === name)
  if (row !== undefined) return row
  throw new Error(`no row '${name}' among ${rows.map((one) => one.name).join(', ')}`)
}
