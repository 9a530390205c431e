import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markerLine, missing } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'
import { editorBeside } from './editor-beside.js'
import { passing } from './passes.js'

const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

/** A busy machine may be slow; the answer comes as soon as the program ends. */
const PATIENT = { timeout_ms: 100_000 }

describe.each(passing)('probe_run: $name', ({ needs, source, build, adapter, sum, throwing }) => {
  const lacks = missing(...needs)
  const at = (marker: string) => ({ file: source, line: markerLine(source, marker) })
  let program = source
  beforeAll(async () => {
    if (lacks === undefined && build !== undefined) program = await build()
  }, 240_000)
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })

  test('two places and three expressions in a loop of 10,000 passes, in a program that is started for it', async () => {
    const probed = await agent.call('probe_run', {
      program,
      adapter,
      probes: [
        { ...at('other'), expressions: ['i', 's', sum] },
        { ...at('body'), expressions: ['k', throwing, '7'], max_hits: 10 },
      ],
      ...PATIENT,
    })
    expect(probed).toMatchObject({ ended: 'exit', exit_code: 0 })
    expect(probed.by_probe).toMatchObject([
      { probe: 0, hits: 20, distinct: 20, full: true },
      { probe: 1, hits: 10, distinct: 7, full: true },
    ])
    const rows = probed.hits.filter((row: { probe: number }) => row.probe === 0)
    expect(rows.slice(0, 4).map(({ values }: { values: unknown }) => values)).toEqual([
      ['0', '0', '0'],
      ['1', '0', '1'],
      ['2', '1', '3'],
      ['3', '3', '6'],
    ])
    const other = probed.hits.find((row: { probe: number }) => row.probe === 1)
    expect(other).toMatchObject({ hit: 1, values: ['0', { error: expect.any(String) }, '7'] })
    expect(
      (await agent.call('sessions_list')).sessions.filter(({ state }: { state: string }) => state !== 'exited'),
    ).toEqual([])
  })

  test('in a session that an editor shares: it is told nothing but who runs what, and the program stands at the end', async () => {
    const launched = await agent.call('debug_launch', { program, adapter, stop_at_entry: true, ...PATIENT })
    const { editor, after } = await editorBeside(host, launched.session_id)
    const probed = await agent.call('probe_run', {
      probes: [{ ...at('body'), expressions: ['7'], max_hits: 60 }],
      ...PATIENT,
    })
    expect(probed).toMatchObject({ ended: 'hits', by_probe: [{ hits: 60, distinct: 1, full: true }] })
    expect(probed.hits).toMatchObject([{ probe: 0, hit: 1, times: 60, values: ['7'] }])
    await editor.waitForEvent('stopped', undefined, { after })
    expect(editor.events('continued', after)).toHaveLength(1)
    expect(editor.events('stopped', after).map(({ body }) => body)).toMatchObject([
      { reason: 'pause', description: expect.stringContaining('probe_run') },
    ])
    expect(await agent.call('debug_state')).toMatchObject({
      state: 'stopped',
      location: { line: markerLine(source, 'body') },
    })
    expect((await agent.call('breakpoint_list')).breakpoints).toEqual([])
    expect(await agent.call('debug_continue', { wait: true, ...PATIENT })).toMatchObject({
      reason: 'exited',
      exit_code: 0,
    })
    await editor.close()
  })
  test('killed half way: it leaves no breakpoint, and the program stands at one stop that is told', async () => {
    const launched = await agent.call('debug_launch', { program, adapter, stop_at_entry: true, ...PATIENT })
    const { session_id } = launched
    const { editor, after } = await editorBeside(host, session_id)
    const other = await host.agent('other')
    const probing = other.call('probe_run', { session_id, probes: [{ ...at('body'), max_hits: 100_000 }], ...PATIENT })
    probing.catch(() => undefined)
    await editor.waitForEvent('output', ({ body }) => body.output.includes('runs probe_run'), { after })
    await other.close()
    await editor.waitForEvent('stopped', undefined, { after })
    expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'stopped' })
    const end = await agent.call('debug_continue', { session_id, wait: true, ...PATIENT })
    expect(end).toMatchObject({ reason: 'exited', exit_code: 0 })
    expect(editor.events('stopped', after)).toHaveLength(1)
    await editor.close()
  })
})
