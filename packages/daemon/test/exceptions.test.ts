import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { netcoredbgAdapter } from '@dapplex/adapter-netcoredbg'
import { nodeAdapter } from '@dapplex/adapter-node'
import { swankAdapter } from '@dapplex/adapter-swank'
import { buildDotnet, fixture, missing, openSession } from '@dapplex/testkit'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { endSessions } from './support/end-sessions.js'
import { genericAdapter } from './support/test-daemon.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-exceptions-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { host, agent } = await daemonWithAgent({
  modules: [nodeAdapter, swankAdapter, netcoredbgAdapter, genericAdapter('debugpy'), genericAdapter('delve')],
})
afterAll(() => endSessions(host))

/** Each raises a key error and a value error that are caught, and then one of its own that is not. */
const programs = [
  {
    name: 'debugpy',
    file: 'throws.py',
    text: `
class OutOfStock(LookupError):
    pass
for error in (KeyError("k"), ValueError("v")):
    try:
        raise error
    except Exception:
        pass
raise OutOfStock("apples")
`,
    types: { caught: 'ValueError', above: 'LookupError', own: 'OutOfStock' },
    lines: { key: 6, own: 9 },
  },
  {
    name: 'node',
    file: 'throws.js',
    text: `
class KeyError extends Error {}
class OutOfStock extends KeyError {}
for (const error of [new KeyError('k'), new RangeError('v')]) {
  try {
    throw error
  } catch {}
}
throw new OutOfStock('apples')
`,
    types: { caught: 'RangeError', above: 'KeyError', own: 'OutOfStock' },
    lines: { key: 6, own: 9 },
  },
  {
    name: 'swank',
    file: 'throws.lisp',
    text: `
(define-condition key-error (error) ())
(define-condition out-of-stock (key-error) ())
(defun raise (what)
  (handler-case (error what)
    (error () nil)))
(raise 'key-error)
(raise 'division-by-zero)
(error 'out-of-stock)
`,
    types: { caught: 'division-by-zero', above: 'key-error', own: 'out-of-stock' },
    lines: { key: 5, own: 9 },
  },
]

const dotnet = {
  name: 'netcoredbg',
  types: { caught: 'FormatException', above: 'KeyNotFoundException', own: 'OutOfStock' },
  lines: { key: 5, own: 9 },
}

describe.each([...programs, dotnet])('exceptions by type: $name', ({ name, types, lines }) => {
  const written = programs.find((one) => one.name === name)
  const notLive = name === 'netcoredbg' ? missing('netcoredbg', 'dotnet') : undefined
  const launch = { program: '', adapter: name, stop_at_entry: name !== 'swank' && name !== 'netcoredbg' }
  beforeAll(async () => {
    if (notLive !== undefined) return
    if (written !== undefined) {
      launch.program = join(folder, written.file)
      writeFileSync(launch.program, written.text)
    } else launch.program = await buildDotnet(fixture('programs/dotnet/throws/throws.csproj'))
  }, 240_000)
  beforeEach((context) => {
    if (notLive !== undefined) context.skip(notLive)
  })

  test('one that is caught, by its type; the others are passed over', async () => {
    // Kept for the workspace and set in the session that begins.
    const kept = await agent.call('breakpoint_set_exception', { exception_type: types.caught })
    expect(kept).toMatchObject({ kept_for: 'workspace', verified: false })
    await agent.call('debug_launch', launch)
    if (launch.stop_at_entry) await agent.call('debug_continue')
    const since = launch.stop_at_entry ? 1 : 0
    const stop = await agent.call('wait_for_stop', { since_stop_id: since })
    expect(stop).toMatchObject({ reason: 'exception', breakpoint_ids: [kept.id], stop_id: since + 1 })
    const { exception } = stop
    expect(String(exception?.type).toLowerCase()).toContain(types.caught.toLowerCase())
    expect((await agent.call('breakpoint_list')).breakpoints).toContainEqual(
      expect.objectContaining({ id: kept.id, hit_count: 1, verified: true, exception_type: types.caught }),
    )
    await agent.call('breakpoint_remove', { id: kept.id })
    const { breakpoints } = await agent.call('breakpoint_list')
    expect(breakpoints.map(({ id }) => id)).not.toContain(kept.id)
    await agent.call('debug_disconnect', { terminate: true })
  })

  test('types below count unless that is not wanted; second chance alone waits until nothing catches it', async () => {
    const exact = { exception_type: types.above, include_subtypes: false, break_on_second_chance: false }
    const first = await agent.call('breakpoint_set_exception', exact)
    const second = await agent.call('breakpoint_set_exception', {
      exception_type: types.above,
      break_on_first_chance: false,
    })
    await agent.call('debug_launch', launch)
    if (launch.stop_at_entry) await agent.call('debug_continue')
    let since = launch.stop_at_entry ? 1 : 0
    if (name !== 'debugpy') {
      const stop = await agent.call('wait_for_stop', { since_stop_id: since })
      expect(stop).toMatchObject({ breakpoint_ids: [first.id] })
      since += 1
      await agent.call('debug_continue')
    }
    const last = await agent.call('wait_for_stop', { since_stop_id: since })
    expect(last).toMatchObject({ reason: 'exception', breakpoint_ids: expect.arrayContaining([second.id]) })
    if (name !== 'swank') expect(last.location).toMatchObject({ line: lines.own })
    await agent.call('breakpoint_remove', { id: first.id })
    await agent.call('breakpoint_remove', { id: second.id })
    await agent.call('debug_disconnect', { terminate: true })
  })
})

describe('exception filters', () => {
  beforeAll(() => endSessions(host))
  test('live beside those of an editor, which sees what the workspace keeps', async () => {
    const program = join(folder, 'throws.py')
    const { id } = await agent.call('breakpoint_set', { file: program, line: 9 })
    const editor = await host.dapOverSocket('code')
    await openSession(editor, {
      request: 'launch',
      arguments: { type: 'debugpy', program, console: 'internalConsole' },
      exceptionFilters: [],
    })
    const stopped = await editor.waitForEvent('stopped')
    expect(stopped.body.reason).toBe('breakpoint')
    const { sessions } = await agent.call('sessions_list')
    const live = sessions.find(({ state }) => state === 'stopped')
    await agent.call('session_select', { session_id: live?.session_id })
    await editor.expectSuccess('setExceptionBreakpoints', { filters: ['uncaught'] })
    const { body } = await editor.waitForEvent('dapplex_breakpoints')
    expect(body).toMatchObject({ breakpoints: [{ id, path: program, line: 9 }] })
    const filters = [{ filter: 'raised', condition: 'KeyError' }]
    expect((await agent.failure('exception_filters_set', { filters: ['raise'] })).data).toMatchObject({
      nearest: 'raised',
    })
    expect((await agent.failure('exception_filters_set', { filters })).data).toMatchObject({
      field: 'filters.0.condition',
    })
    await agent.call('exception_filters_set', { filters: ['raised'] })
    const { filters: all } = await agent.call('exception_filters_list')
    expect(all).toContainEqual(expect.objectContaining({ filter: 'raised', enabled: true, enabled_by: [] }))
    expect(all).toContainEqual(
      expect.objectContaining({
        filter: 'uncaught',
        enabled: false,
        enabled_by: [expect.objectContaining({ kind: 'editor' })],
      }),
    )
    expect(await agent.call('debug_continue', { wait: true })).toMatchObject({ reason: 'exception' })
    await agent.call('exception_filters_set', { filters: [] })
    await agent.call('breakpoint_remove', { id })
    await editor.expectSuccess('disconnect', { terminateDebuggee: true })
    await editor.close()
  })
})
