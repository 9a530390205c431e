import { describe, expect, test } from 'vitest'
import { answers, makeView, NOWHERE } from '../../test/made-view.js'
import { runCommandLine } from './run-command-line.js'

describe('habits of the view', () => {
  test('an empty line repeats a step, a move in the stack and a listing, and nothing else', async () => {
    for (const [line, repeats] of [
      ['n', 'debug_step'],
      ['s', 'debug_step'],
      ['up', 'frame_select'],
      [`l ${NOWHERE}:9`, 'source_get'],
      ['bt', undefined],
      ['p 1', undefined],
    ] as const) {
      const { view, calls } = makeView({
        ...answers,
        source_get: { file: NOWHERE, total_lines: 90, lines: [{ line: 3, text: '' }] },
      })
      await runCommandLine(view, line)
      const before = calls.length
      await runCommandLine(view, '')
      expect({ line, repeated: calls.slice(before)[0]?.[0] }).toEqual({ line, repeated: repeats })
    }
  })
  test('a listing goes on where it ended', async () => {
    const { view, calls } = makeView({
      source_get: { file: NOWHERE, total_lines: 90, lines: [{ line: 24, text: '' }] },
    })
    await runCommandLine(view, 'l')
    await runCommandLine(view, 'l')
    expect(calls.filter(([method]) => method === 'source_get')).toEqual([
      ['source_get', {}],
      ['source_get', { file: NOWHERE, line: 25, before: 0, after: 14 }],
    ])
  })
  test('x opens a row by its number, and the rows below it', async () => {
    const { view, calls, printed } = makeView({
      variables_get: {
        variables: [
          { name: 'n', value: '1' },
          { name: 'o', value: '{…}', has_children: true, evaluate_name: 'o' },
          { name: 'p', value: '{…}', has_children: true, evaluate_name: 'a.p' },
        ],
      },
    })
    await runCommandLine(view, 'locals')
    expect(printed).toEqual(['  n = 1', '  o = {…} … [1]', '  p = {…} … [2]'])
    await runCommandLine(view, 'x 2')
    expect(calls.at(-1)).toEqual(['variables_get', { expand: 'a.p' }])
    expect(await runCommandLine(view, 'x 3')).toBe(false)
    expect(printed.at(-1)).toBe('x: rows 1 to 2 were listed last')
  })
  test('watched expressions stand below each stop with their names, until they are unwatched', async () => {
    const { view, printed } = makeView(answers)
    await runCommandLine(view, 'watch a + b')
    await runCommandLine(view, 'n')
    expect(printed.slice(1)).toEqual([`at f at ${NOWHERE}:4`, 'a + b = 3'])
    await runCommandLine(view, 'unwatch a + b')
    await runCommandLine(view, 'n')
    expect(printed.slice(3)).toEqual([`at f at ${NOWHERE}:4`])
  })
  test('a stop in a script has its exception, the source around it and what has changed', async () => {
    const source_lines = [1, 2, 3, 4, 5, 6].map((line) => `${line}${line === 4 ? '>' : ':'} line ${line}`)
    const { view, printed } = makeView({
      debug_step: {
        ...(answers['debug_step'] as object),
        exception: { type: 'ValueError', message: 'no' },
        source_lines,
        values: [{ name: 'n', value: '2', previous: '1', changed: true }],
      },
    })
    await runCommandLine(view, 'n')
    expect(printed).toEqual([
      `at f at ${NOWHERE}:4`,
      'ValueError: no',
      '     2  line 2',
      '     3  line 3',
      '>    4  line 4',
      '     5  line 5',
      '     6  line 6',
      '* n = 2 (was 1)',
    ])
  })
  test('a live view leaves the stop to its event', async () => {
    const made = makeView(answers)
    await runCommandLine({ ...made.view, manner: 'live' }, 'n')
    expect({ calls: made.calls, printed: made.printed }).toEqual({
      calls: [['debug_step', { action: 'over', wait: false }]],
      printed: [],
    })
  })
})
