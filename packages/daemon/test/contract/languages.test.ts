import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture, missing } from '@dapplex/testkit'
import { toolRegistry } from '@dapplex/protocol'
import { RpcFailure } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { languages, lineOf, type Language } from './languages.js'
import { sixtyCalls, type Row } from './sixty-calls.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())

/** By row and adapter: `ok`, or the type of the documented error. */
type Outcomes = Record<string, string>

/** What docs/languages.md says of each adapter, by row. */
function documented(adapter: string): Outcomes {
  const lines = readFileSync(fixture('../docs/languages.md'), 'utf8').split('\n')
  const cells = lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const head = cells.find(([first]) => first === 'call') ?? []
  const column = head.findIndex((cell) => cell === `\`${adapter}\``)
  return Object.fromEntries(
    cells
      .filter((row) => row.length === head.length && sixtyCalls.some((one) => one.row === row[0]))
      .map((row): [string, string] => [row[0] ?? '', (row[column] ?? '').replaceAll('`', '')]),
  )
}

async function play(language: Language): Promise<Outcomes> {
  const agent = await host.agent()
  const program = (await language.build?.()) ?? language.source
  const launched = await agent.call('debug_launch', {
    program,
    adapter: language.adapter,
    breakpoints: [{ file: language.source, line: lineOf(language, 'body') }],
  })
  await agent.call('session_select', { session_id: launched.session_id })
  const seen = new Map<string, Record<string, unknown>>()
  const outcomes: Outcomes = {}
  for (const row of sixtyCalls) {
    const outcome = await answer(row, () => agent.call(row.tool, { ...row.params?.(language, seen) }))
    outcomes[row.row] = typeof outcome === 'string' ? outcome : 'ok'
    if (typeof outcome === 'object') seen.set(row.row, outcome)
  }
  await agent.close()
  return outcomes
}

/** The result, whose shape is the tool's one shape, or the type of the error. */
async function answer({ row, tool }: Row, call: () => Promise<unknown>): Promise<Record<string, unknown> | string> {
  try {
    const { _meta, ...result } = (await call()) as Record<string, unknown>
    expect(toolRegistry.get(tool)?.result.safeParse(result).error, `${row}: ${JSON.stringify(result)}`).toBeUndefined()
    return result['error'] === true ? `threw` : result
  } catch (error) {
    if (error instanceof RpcFailure) return String(error.error.data?.['type'])
    throw error
  }
}

describe('one script, one shape, five languages', () => {
  test.for([...languages])('$name', async (language, context) => {
    const lacks = missing(...language.needs)
    if (lacks !== undefined) context.skip(lacks)
    expect(await play(language)).toEqual(documented(language.adapter))
  })
})
