import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { ToolResult } from '@dapplex/protocol'
import { languages, lineOf, type Language } from '../contract/languages.js'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT, preparedProgram } from '../support/prepared-program.js'
import { goOrders } from './orders.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-digest-'))
// When the daemon has ended.
afterAll(() => rmSync(folder, { recursive: true }))
const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

type Stop = ToolResult<'wait_for_stop'>
const valuesOf = ({ values = [] }: Pick<Stop, 'values'>) => values
const valueIn = (stop: Pick<Stop, 'values'>, name: string) => valuesOf(stop).find((one) => one.name === name)

/** Without the ids of objects: some adapters give another reference at each look. */
const shown = (stop: Pick<Stop, 'values'>) =>
  valuesOf(stop).map(({ name, value, changed, previous }) => ({ name, value, changed, previous }))

describe.each<Language>([...languages, goOrders])('what a stop shows: $name', (language) => {
  const prepared = preparedProgram(language)
  const launch = () =>
    agent.call('debug_launch', {
      program: prepared(),
      adapter: language.adapter,
      breakpoints: [{ file: language.source, line: lineOf(language, 'body') }],
      ...PATIENT,
    })

  test('values with the stop, and what a step has changed', async () => {
    const stop = await launch()
    expect(stop).toMatchObject({ reason: 'breakpoint', location: { line: lineOf(language, 'body') } })
    expect(valueIn(stop, 'discount')).toMatchObject({ value: '0' })
    expect(valueIn(stop, 'count')).toMatchObject({ value: '3' })
    expect(valuesOf(stop).some(({ changed }) => changed === true)).toBe(false)
    // Arguments come first where the adapter tells them from locals.
    const scopes = valuesOf(stop).map(({ scope }) => scope)
    expect(scopes.lastIndexOf('argument')).toBeLessThan(scopes.indexOf(undefined))
    const stepped = await agent.call('debug_step', { action: 'over', timeout_ms: 60_000 })
    expect(valueIn(stepped, 'amount')).toMatchObject({ value: '60', changed: true })
    expect(valueIn(stepped, 'discount')).not.toHaveProperty('changed')
    // Who looks again at the same stop sees the same.
    expect(shown(await agent.call('wait_for_stop'))).toEqual(shown(stepped))
  })

  test('the output since the stop before', async () => {
    await agent.call('events_subscribe')
    await launch()
    const nextStop = async (line: string) => {
      await agent.call('debug_continue', { wait: true, timeout_ms: 60_000 })
      // Some programs write into a pipe, beside their adapter: the stop may be told before the text.
      await agent.next((message: { params?: unknown }) => JSON.stringify(message.params ?? '').includes(line))
      return (await agent.call('wait_for_stop')).output?.text
    }
    expect(await nextStop('order 0')).toContain('order 0: 3 items, 60')
    const second = await nextStop('order 1')
    expect(second).toContain('order 1')
    expect(second).not.toContain('order 0')
  })

  test('detail full: members and callers, in max_bytes', async () => {
    await launch()
    const full = await agent.call('wait_for_stop', { detail: 'full', max_bytes: 20_000 })
    const members = valuesOf(full).filter((one) => one.members !== undefined)
    expect(members.length).toBeGreaterThan(0)
    expect(full.callers?.length).toBeGreaterThan(0)
    const most = full._meta.bytes - 100
    const small = await agent.call('wait_for_stop', { detail: 'full', max_bytes: most })
    expect(small._meta.bytes).toBeLessThanOrEqual(most)
    expect(small).toHaveProperty('omitted')
  })
})

const trapped = [
  {
    name: 'trap.cjs',
    lines: ["const trap = { size: 3, get price() { console.log('the getter ran'); return 1 } }", 'trap // HERE'],
  },
  {
    name: 'trap.py',
    lines: [
      'class Trap:',
      '    def __init__(self): self.size = 3',
      '    @property',
      "    def price(self): print('the getter ran')",
      'trap = Trap()',
      'trap # HERE',
    ],
  },
]
test.each(trapped)('nothing that is shown runs a getter of the program: $name', async ({ name, lines }) => {
  const program = join(folder, name)
  writeFileSync(program, `${lines.join('\n')}\n`)
  // A line without a file is one of the program.
  const breakpoints = [{ text: 'HERE' }]
  const shown = { detail: 'full', max_bytes: 20_000, ...PATIENT } as const
  const stop = await agent.call('debug_launch', { program, breakpoints, ...shown })
  expect(valueIn(stop, 'trap')?.value).toContain('size: 3')
  const end = await agent.call('debug_continue', { wait: true })
  expect(end).toMatchObject({ reason: 'exited', exit_code: 0 })
  expect(JSON.stringify((await agent.call('output_get')).output)).not.toContain('the getter ran')
})
