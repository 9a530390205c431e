import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missing, openSession } from '@dapplex/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-passes-'))
const program = join(folder, 'passes.py')
let host: TestDaemon
beforeAll(async () => {
  writeFileSync(program, source)
  host = await testDaemon({ modules: [genericAdapter('debugpy')] })
})
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true })
})

const source = `import json
def inner(n):
    raise ValueError(n)  # thrown twice, and once to the end
def middle(n):
    inner(n)
def outer(n):
    try:
        middle(n)
    except ValueError as error:
        raise KeyError("k") from error  # thrown
def again():
    try:
        outer(1)
    except KeyError:
        raise
def kept():
    try:
        return 1 // 0  # thrown
    except ZeroDivisionError as error:
        return error
for _ in range(2):
    try:
        again()
    except KeyError:
        pass
for _ in range(2):
    try:
        json.loads("no")  # thrown in a library
    except ValueError:
        pass
try:
    raise kept()  # thrown again
except ZeroDivisionError:
    pass
middle(3)
`
const line = (text: string) => source.split('\n').findIndex((one) => one.includes(text)) + 1

test.for([
  { filters: ['raised'], last: [] },
  { filters: ['raised', 'uncaught'], last: ['unhandled'] },
])(
  'mux 4: an exception stops once where it is thrown, not in each frame that it passes: $filters',
  async (one, { skip }) => {
    const why = missing('debugpy')
    skip(why !== undefined, why)
    const editor = await host.dapOverSocket()
    await openSession(editor, {
      request: 'launch',
      arguments: { type: 'debugpy', program, console: 'internalConsole' },
      initialize: { adapterID: 'debugpy', supportsRunInTerminalRequest: false },
      exceptionFilters: one.filters,
    })
    const stops: unknown[] = []
    const end = editor.waitForEvent('terminated')
    for (let mark = 0; ;) {
      const stop = editor.waitForEvent('stopped', () => true, { after: mark }).catch(() => undefined)
      const stopped = await Promise.race([stop, end.then(() => undefined)])
      if (stopped === undefined) break
      mark = editor.mark()
      const threadId = Number(stopped.body.threadId)
      const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId, levels: 1 })
      const { breakMode } = await editor.expectSuccess('exceptionInfo', { threadId })
      stops.push(breakMode === 'unhandled' ? breakMode : stackFrames[0]?.line)
      await editor.expectSuccess('continue', { threadId })
    }
    expect(stops).toEqual([
      line('raise ValueError'),
      line('raise KeyError'),
      line('raise ValueError'),
      line('raise KeyError'),
      line('json.loads'),
      line('json.loads'),
      line('1 // 0'),
      line('raise kept()'),
      line('raise ValueError'),
      ...one.last,
    ])
    await editor.close()
  },
)

test('exception_get tells the causes of a Python exception as fields', async ({ skip }) => {
  const why = missing('debugpy')
  skip(why !== undefined, why)
  const agent = await host.agent()
  const filter = await agent.call('breakpoint_set_exception', { exception_type: 'KeyError' })
  const { session_id } = await agent.call('debug_launch', { program, adapter: 'debugpy' })
  await agent.call('wait_for_stop', { session_id, since_stop_id: 0 })
  expect(await agent.call('exception_get', { session_id })).toMatchObject({
    type: 'KeyError',
    inner: [{ type: 'ValueError', message: '1', stack_trace: expect.stringContaining('in inner') }],
  })
  await agent.call('breakpoint_remove', { id: filter.id })
  await agent.call('debug_disconnect', { session_id, terminate: true })
  await agent.close()
})
