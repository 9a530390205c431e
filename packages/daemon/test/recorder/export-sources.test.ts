import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RecordingWriter } from '@dapplex/recording'
import { fixture, markerLine, openSession } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT } from '../support/prepared-program.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-exported-'))
let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon()
  agent = await host.agent('ada')
})
afterEach(() => endSessions(host))
afterAll(async () => {
  await agent.close()
  await host.stop()
  rmSync(folder, { recursive: true })
})

test('an exported recording shows its source to agents, editors and as a page after the program was removed', async () => {
  const program = join(folder, 'crash.cjs')
  copyFileSync(fixture('programs/node/crash.cjs'), program)
  const line = markerLine(program, 'CRASH')
  const launched = await agent.call('debug_launch', { program, breakpoints: [{ file: program, line }], ...PATIENT })
  const file = join(folder, 'sent.recording')
  await agent.call('session_export', { format: 'recording', file })
  await agent.call('debug_disconnect', { session_id: launched.session_id, terminate: true })
  rmSync(program)

  const opened = await agent.call('debug_launch', { program: file, ...PATIENT })
  const shown = 'return price.unit * count // CRASH'
  expect(opened.source_lines).toContain(`${line}>   ${shown}`)
  const { lines } = await agent.call('source_get', {})
  expect(lines).toContainEqual({ line, text: `  ${shown}`, is_current: true })
  expect((await agent.call('source_get', { file: program, line })).lines).toContainEqual({ line, text: `  ${shown}` })

  const page = join(folder, 'sent.html')
  await agent.call('session_export', { format: 'html', file: page })
  expect(readFileSync(page, 'utf8')).toContain(`<mark><u>${line}</u>  ${shown}`)

  const editor = await host.dapOverSocket('code')
  const { started } = await openSession(editor, {
    request: 'attach',
    arguments: { type: 'dapplex-replay', request: 'attach', name: 'join', dapplexSession: opened.session_id },
  })
  expect(await started).toMatchObject({ success: true })
  const { body } = await editor.waitForEvent('stopped')
  const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId: body.threadId ?? 0 })
  const { source } = stackFrames[0] ?? {}
  expect(source).toMatchObject({ path: program, sourceReference: expect.any(Number) })
  const { content } = await editor.expectSuccess('source', {
    sourceReference: source?.sourceReference ?? 0,
    ...(source && { source }),
  })
  expect(content.split('\n')[line - 1]).toBe(`  ${shown}`)
  expect(editor.violations).toEqual([])
  await editor.close()
})

describe('a recorded stop of which only the first frame has values', () => {
  test('shows its whole stack', async () => {
    const path = join(folder, 'part.recording')
    const about = { session: 's1', adapter: 'debugpy', adapterTitle: 'debugpy', request: 'launch' } as const
    const writer = new RecordingWriter(path, { ...about, startedAt: 1 })
    const frame = (name: string) => writer.store({ name, line: 1, column: 1, source: { path: '/none/app.py' } }).ref
    const rows = writer.store({ rows: [{ row: { name: 'n', value: '1' } }] }).ref
    writer.add({
      kind: 'stop',
      stopId: 1,
      at: 1,
      threadId: 1,
      reason: 'step',
      breakpointIds: [],
      allThreadsStopped: true,
      stacks: [{ threadId: 1, frames: [frame('inner'), frame('outer')] }],
      frames: [{ threadId: 1, index: 0, scopes: [{ scope: { name: 'Locals' }, rows }] }],
      output: 0,
      cut: 'time',
    })
    writer.close()
    await agent.call('debug_launch', { program: path, ...PATIENT })
    for (const about of [{}, { stop_id: 1 }])
      expect((await agent.call('stacktrace_get', about)).frames).toMatchObject([
        { function: 'inner' },
        { function: 'outer' },
      ])
  })
})
