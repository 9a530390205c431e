import { must } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { languages, lineOf, type Language } from '../contract/languages.js'
import { goOrders } from '../stops/orders.js'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT, preparedProgram } from '../support/prepared-program.js'
import type { RpcClient } from '../support/rpc-client.js'
import { tagProcesses } from '../support/tagged-processes.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

const { processes } = tagProcesses()
let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon({ recorderStopMs: 60_000 })
  agent = await host.agent('ada')
})
afterEach(() => endSessions(host))
afterAll(async () => {
  await agent.close()
  await host.stop()
})

/** The adapter dies: nobody has asked for the end. */
async function killAdapter(session: string): Promise<void> {
  await agent.call('events_subscribe', { session_id: session })
  const adapter = must(processes().find(({ command }) => command.includes('-m debugpy.adapter')))
  process.kill(adapter.pid, 'SIGKILL')
  await agent.next((message) => message.params?.type === 'ended' && message.params.session_id === session)
}

const valueIn = ({ variables }: { variables: { name: string; value: string }[] }, name: string) =>
  variables.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value

describe.each<Language>([...languages, goOrders])('the past of a live session: $name', (language) => {
  const prepared = preparedProgram(language)
  const body = lineOf(language, 'body')

  test('values that nobody had asked for, at every stop, while it runs and after its end, and then in the frame that is chosen', async () => {
    const place = { detail: 'place', ...PATIENT } as const
    const launched = await agent.call('debug_launch', {
      program: prepared(),
      adapter: language.adapter,
      breakpoints: [{ file: language.source, line: body }],
      ...place,
    })
    const session = launched.session_id
    const { stop_id: first } = launched._meta
    const about = { session_id: session }
    for (let more = 0; more < 2; more += 1) {
      await agent.call('stops_list', about)
      await agent.call('debug_continue', { wait: true, detail: 'place', timeout_ms: 100_000 })
    }
    const { stops, total } = await agent.call('stops_list', about)
    expect(total).toBe(3)
    expect(stops).toHaveLength(3)
    for (const stop of stops)
      expect(stop).toMatchObject({ reason: 'breakpoint', recorded: 'all', location: { line: body } })
    expect(stops[1]).toMatchObject({ stop_id: first + 1, by: 'ada' })
    expect(stops[1]?.changed).toContainEqual(expect.objectContaining({ value: '1', previous: '0' }))

    const read = (more: object) => agent.call('variables_get', { ...about, ...more })
    const check = async () => {
      expect(valueIn(await read({ stop_id: first }), 'count')).toBe('3')
      expect(valueIn(await read({ stop_id: first + 1 }), 'count')).toBe('2')
      const { slot } = language
      expect(valueIn(await read({ stop_id: first, expand: 'order' }), slot)).toBe('1')
      expect(valueIn(await read({ stop_id: first + 1, expand: 'order' }), slot)).toBe('2')
      const history = (expression: string) => agent.call('values_history', { expression, ...about })
      const seen = await history('index')
      expect(seen).toMatchObject({ stops: 3, without: 0 })
      expect(seen.values.map(({ value }) => value)).toEqual(['0', '1', '2'])
      expect((await history(`order.${slot}`)).values.map(({ value }) => value)).toEqual(['1', '2', '1'])
      const { frames } = await agent.call('stacktrace_get', { ...about, stop_id: first })
      expect(frames[0]).toMatchObject({ line: body })
    }
    await check()
    // Of the caller the recorder has at least what was asked. lldb-vscode 14 numbers values anew with each read, and the recorder loses
    // the members of the old ones: there only the top frame is looked at.
    const caller = language.adapter === 'lldb' ? 0 : 1
    if (caller > 0) await read({ frame_index: caller })
    if (language.adapter === 'debugpy') await killAdapter(session)
    else await agent.call('debug_disconnect', { ...about, terminate: true })
    // What the program's end has left of its last stop.
    expect(await read({})).toMatchObject({ recorded_stop_id: first + 2, _meta: { stop_id: first + 2 } })
    expect(valueIn(await read({}), 'index')).toBe('2')
    const last = await agent.call('stacktrace_get', about)
    expect(last).toMatchObject({ recorded_stop_id: first + 2, frames: [{ line: body }, ...last.frames.slice(1)] })
    const source = await agent.call('source_get', about)
    expect(source.lines.filter((one) => one.is_current)).toMatchObject([{ line: body }])
    await agent.call('frame_select', { ...about, frame_index: caller })
    expect(await agent.call('frame_select', about)).toMatchObject({ frame_index: caller })
    expect(await read({})).toEqual(await read({ frame_index: caller }))
    await agent.call('frame_select', { ...about, frame_index: 0 })
    const evaluate = (expression: string) => agent.call('evaluate', { ...about, expression })
    expect(await evaluate(`order.${language.slot}`)).toMatchObject({ result: '1', recorded_stop_id: first + 2 })
    await expect(evaluate(language.sum)).rejects.toMatchObject({
      error: { data: { type: 'UNSUPPORTED' }, message: expect.stringContaining('these variables in this frame') },
    })
    const stop = { thrown: false, stop_reason: 'breakpoint', recorded_stop_id: first + 2 }
    expect(await agent.call('exception_get', about)).toMatchObject(stop)
    await expect(agent.call('variables_get', { ...about, stop_id: 99 })).rejects.toMatchObject({
      error: { data: { type: 'UNSUPPORTED' }, message: expect.stringContaining('no stop 99') },
    })
    await check()
    await agent.call('debug_disconnect', { ...about, dismiss: true })
    expect(await agent.failure('variables_get', about)).toMatchObject({ data: { type: 'SESSION_NOT_FOUND' } })
  })
})
