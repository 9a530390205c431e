import { describe, expect, test } from 'vitest'
import * as adapters from '../../test/scripted/adapters.js'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import type { Args } from '../../test/scripted/scripted-session.js'

const TOTAL = 2_500
const row = (
  name: string,
  value: string,
  more: { readonly variablesReference?: number; readonly type?: string } = {},
) => ({
  name,
  value,
  variablesReference: 0,
  type: 'int',
  ...more,
})
const elements = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => row(String(start + index), String((start + index) * 2)))

/** What debugpy lists, by reference: `start` is ignored, and after 100 elements come parts of 1,000. */
const LISTINGS: Readonly<Record<number, readonly object[]>> = {
  500: [
    row('special variables', '', { variablesReference: 99, type: '' }),
    row('function variables', '', { variablesReference: 98, type: '' }),
    ...elements(0, 100),
    row('more', '...', { variablesReference: 600, type: 'MoreItems' }),
    row('len()', String(TOTAL)),
  ],
  600: [
    row('[100:1100]', '[100:1100]', { variablesReference: 601, type: 'MoreItemsRange' }),
    row('[1100:2100]', '[1100:2100]', { variablesReference: 602, type: 'MoreItemsRange' }),
    row('[2100:2500]', '[2100:2500]', { variablesReference: 603, type: 'MoreItemsRange' }),
  ],
  601: elements(100, 1_100),
  602: elements(1_100, 2_100),
  603: elements(2_100, 2_500),
}
const LOCALS = [
  row('special variables', '', { variablesReference: 99, type: '' }),
  row('items', 'list', { variablesReference: 500, type: 'list' }),
]

const listing = (args: Args): object => ({ variables: LISTINGS[Number(args['variablesReference'])] ?? LOCALS })

const unpagedListings = {
  notVariables: ['special variables', 'function variables', 'len()'],
  length: 'len()',
  partType: '^MoreItems',
}

describe('children of an adapter that knows no pages', () => {
  const open = () => {
    const daemon = new ScriptedDaemon()
    daemon.open({
      ...adapters.debugpy,
      traits: { presentation: { unpagedListings } },
      script: {
        ...adapters.debugpy.script,
        variables: listing,
        evaluate: { result: 'list', type: 'list', variablesReference: 500 },
      },
    })
    return daemon
  }

  test.each([
    { start: 0, count: 2, names: ['0', '1'], truncated: true, why: 'the first' },
    { start: 98, count: 4, names: ['98', '99', '100', '101'], truncated: true, why: 'over the end of a listing' },
    { start: 1_099, count: 2, names: ['1099', '1100'], truncated: true, why: 'over the end of a part' },
    { start: 2_498, count: 5, names: ['2498', '2499'], truncated: undefined, why: 'the last' },
    { start: 2_500, count: 5, names: [], truncated: undefined, why: 'past the end' },
  ])('$why', async ({ start, count, names, truncated }) => {
    const answer = await open().call('variables_get', { expand: 'items', start, count })
    const { variables, total } = answer
    expect(variables.map(({ name }) => name)).toEqual(names)
    expect(total).toBe(TOTAL)
    expect(answer.truncated).toBe(truncated)
  })

  test('parts that hold nothing of the page are not read', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({
      ...adapters.debugpy,
      traits: { presentation: { unpagedListings } },
      script: { ...adapters.debugpy.script, variables: listing },
    })
    await daemon.call('variables_get', { expand: 'items', start: 2_200, count: 2 })
    const read = session.asked.map(({ args }) => args['variablesReference'])
    expect(read).toContain(603)
    expect(read.filter((reference) => reference === 601)).toHaveLength(0)
  })

  test('a row that only groups others is no local', async () => {
    const { variables } = await open().call('variables_get', {})
    expect(variables.map(({ name }) => name)).not.toContain('special variables')
  })

  test('after the end of what it lists, a page says so, and what to do instead', async () => {
    const end = { row: 'Unable to handle:', instead: 'evaluate a part of it' }
    const rows = [...elements(0, 3), row(end.row, 'too many'), row('len()', '5')]
    const daemon = new ScriptedDaemon()
    daemon.open({
      ...adapters.debugpy,
      traits: { presentation: { unpagedListings: { ...unpagedListings, end } } },
      script: {
        ...adapters.debugpy.script,
        variables: (args: Args) => ({ variables: args['variablesReference'] === 500 ? rows : LOCALS }),
      },
    })
    const page = { expand: 'items', count: 2 }
    const last = await daemon.call('variables_get', { ...page, start: 2 })
    expect(last).toMatchObject({ variables: [{ name: '2' }], total: 5, truncated: true })
    expect((await daemon.fail('variables_get', { ...page, start: 3 })).message).toMatch(
      /lists only the first 3 of 5 elements here; evaluate a part of it$/,
    )
    expect(await daemon.call('variables_get', { ...page, start: 5 })).toMatchObject({ variables: [], total: 5 })
  })

  test('evaluate gives pages too', async () => {
    const answer = await open().call('evaluate', { expression: 'items', start: 200, count: 2 })
    expect(answer).toMatchObject({ children: [{ name: '200' }, { name: '201' }], truncated: true })
  })
})
