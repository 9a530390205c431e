import type { ToolAnswer } from './support/rpc-client.js'
import { firstOf, must, parseJson, z } from '@dapplex/testkit'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeAdapter } from '@dapplex/adapter-node'
import { replayAdapter } from '@dapplex/adapter-replay'
import { decodeMessage } from '@dapplex/protocol'
import { Recording } from '@dapplex/recording'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const TOKEN = `ghp_${'a1B2'.repeat(8)}`
const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))
const line =
  readFileSync(program, 'utf8')
    .split('\n')
    .findIndex((text) => text.includes('BREAK: body')) + 1

let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules: [genericAdapter('debugpy'), nodeAdapter, replayAdapter] })))
afterAll(() => host.stop())

const folder = () => join(host.home, 'sessions')

interface Row {
  readonly name: string
  readonly value: string
}

const journalLine = z.looseObject({
  dir: z.enum(['in', 'out']).optional(),
  m: z.looseObject({ command: z.string().optional(), event: z.string().optional() }).optional(),
})

describe('mux 27: the journal of a session', () => {
  test('what ran can be exported and read again after the program is gone; secrets are in neither', async () => {
    const agent = await host.agent()
    const started = await agent.call('debug_launch', {
      program,
      args: ['3'],
      env: { API_KEY: 'hush-hush-hush' },
      breakpoints: [{ file: program, line }],
    })
    const session_id = started.session_id
    await agent.call('wait_for_stop', { session_id })
    const { frames } = await agent.call('stacktrace_get', { session_id })
    const { variables }: { variables: Row[] } = await agent.call('variables_get', { session_id, scope: 'locals' })
    await agent.call('evaluate', { session_id, expression: `'${TOKEN}'` })
    await agent.call('debug_disconnect', { session_id, terminate: true })

    const exported = await agent.call('session_export', { session_id })
    expect(exported).toMatchObject({ format: 'ndjson', lines: exported.total_lines })
    expect(exported.incomplete).toBeUndefined()
    const lines = exported.text.trimEnd().split('\n')
    const [header, ...messages] = lines.map((one) => parseJson(journalLine, one))
    expect(header).toMatchObject({ transcript: 1, adapter: 'debugpy', program })
    const sent = messages.flatMap(({ dir, m }) => (dir === 'out' ? [m?.command] : []))
    expect(sent).toEqual(expect.arrayContaining(['initialize', 'launch', 'setBreakpoints', 'stackTrace', 'evaluate']))
    for (const { m } of messages) expect(decodeMessage(m).kind).not.toBe('malformed')

    const [name] = readdirSync(folder())
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder(), must(name))).mode & 0o777).toBe(0o600)
    const stored = readFileSync(join(folder(), must(name)), 'utf8')
    for (const secret of ['hush-hush-hush', TOKEN, host.daemon.token]) {
      expect(stored).not.toContain(secret)
      expect(exported.text).not.toContain(secret)
    }

    const inOnePiece = join(host.home, 'session')
    await agent.call('session_export', { session_id, file: `${inOnePiece}.html` })
    await agent.call('session_export', { session_id, file: `${inOnePiece}.recording` })
    const page = readFileSync(`${inOnePiece}.html`, 'utf8')
    expect(page).toContain(`orders.py:${line}`)
    expect(page).toContain('<mark>')
    const texts = [page, JSON.stringify([...(await Recording.open(`${inOnePiece}.recording`)).events()])]
    for (const secret of ['hush-hush-hush', TOKEN, host.daemon.token])
      for (const text of texts) expect(text).not.toContain(secret)

    const recording = join(host.home, 'session.ndjson')
    writeFileSync(recording, exported.text)
    const again = await agent.call('debug_launch', { program: recording, adapter: 'replay' })
    const replayed = { session_id: again.session_id }
    expect(await agent.call('wait_for_stop', replayed)).toMatchObject({ reason: 'breakpoint', location: { line } })
    const before = (all: readonly Row[]) => all.map(({ name: one, value }) => [one, value])
    expect((await agent.call('stacktrace_get', replayed)).frames[0]).toMatchObject({ line: frames[0]?.line })
    const after: { variables: Row[] } = await agent.call('variables_get', { ...replayed, scope: 'locals' })
    expect(before(after.variables)).toEqual(before(variables))
    await agent.call('debug_disconnect', { ...replayed, terminate: true })
    await agent.close()
  })

  test('a long recording comes in parts that fit together', async () => {
    const agent = await host.agent()
    const whole = await agent.call('session_export', { session_id: 's1' })
    let text = ''
    let start: number | undefined = 0
    let parts = 0
    while (start !== undefined) {
      const part: ToolAnswer<'session_export'> = await agent.call('session_export', {
        session_id: 's1',
        start,
        max_bytes: 8192,
      })
      text += part.text
      start = part.next
      parts += 1
    }
    expect(parts).toBeGreaterThan(1)
    expect(text).toBe(whole.text)
    await agent.close()
  })

  test('an editor that joined an agent’s session is in it too', async () => {
    const agent = await host.agent()
    const { session_id } = await agent.call('debug_launch', { program, stop_at_entry: true })
    const editor = await host.dapOverSocket('code')
    await editor.expectSuccess('initialize', {
      adapterID: 'debugpy',
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: 'path',
    })
    await editor.expectSuccess('attach', { dapplexSession: session_id })
    await editor.expectSuccess('configurationDone')
    const { threads } = await editor.expectSuccess('threads')
    await editor.expectSuccess('next', { threadId: firstOf(threads).id })
    await agent.call('debug_disconnect', { session_id, terminate: true })
    const { text } = await agent.call('session_export', { session_id })
    expect(text).toContain('"command":"next"')
    const starts = text.split('\n').filter((one) => one.includes('"command":"launch"') && one.includes('"dir":"out"'))
    expect(starts).toHaveLength(1)
    await editor.close()
    await agent.close()
  })
})
