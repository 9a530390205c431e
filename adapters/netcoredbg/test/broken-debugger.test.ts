import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DapClient, spawnAdapter } from '@dapplex/testkit'
import { afterAll, describe, expect, test } from 'vitest'

const shim = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'dapplex-broken-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A debugger that answers its first request in this way, and lives on. */
function debuggerThat(name: string, does: string): string {
  const path = join(folder, name)
  const lives = 'setInterval(() => undefined, 1000)'
  writeFileSync(path, `#!${process.execPath}\nprocess.stdin.once('data', () => { ${does} })\n${lives}\n`)
  chmodSync(path, 0o755)
  return path
}

describe.skipIf(process.platform === 'win32')(
  'mux 15: a netcoredbg that fails and lives on is ended, and the client hears of it',
  () => {
    test.each([
      {
        name: 'announces-too-much',
        does: 'process.stdout.write("Content-Length: 104857600\\r\\n\\r\\n")',
        says: /announces-too-much: a message of 104857600 bytes was announced/,
      },
      { name: 'is-garbled', does: 'process.stdout.write("Hello\\r\\n")', says: /is-garbled: expected a header line/ },
      { name: 'says-no-more', does: 'require("node:fs").closeSync(1)', says: /^$/ },
    ])('$name', async ({ name, does, says }) => {
      const started = await spawnAdapter({ command: process.execPath, args: [shim, debuggerThat(name, does)] })
      const client = new DapClient(started.port, { name: 'the shim', timeoutMs: 60_000 })
      expect(await client.request('initialize', { adapterID: 'netcoredbg' })).toMatchObject({ success: false })
      expect(await started.exited).toBe(1)
      expect(started.stderr()).toMatch(says)
      await client.close()
    })
  },
)

/** Events that are not as DAP says. */
const STRANGE: readonly (readonly [string, unknown])[] = [
  ['output', undefined],
  ['output', { output: null, category: {} }],
  ['stopped', undefined],
  ['thread', { reason: 'started', threadId: 'one' }],
  ['breakpoint', { reason: 'changed', breakpoint: 5 }],
  ['module', { reason: 'new' }],
  ['process', 'x'],
  ['capabilities', { capabilities: 'all' }],
  ['continued', 'x'],
]

test.skipIf(process.platform === 'win32')(
  'mux 15, 21: events of netcoredbg that are not as DAP says end nothing: they are passed on as they are',
  async () => {
    const events = STRANGE.map(([event, body]) => ({ seq: 1, type: 'event', event, body }))
    const answer = { seq: 2, type: 'response', request_seq: 1, command: 'initialize', success: true, body: {} }
    const frames = [...events, answer].map((message) => {
      const text = JSON.stringify(message)
      return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    })
    const does = `process.stdout.write(${JSON.stringify(frames.join(''))})`
    const started = await spawnAdapter({ command: process.execPath, args: [shim, debuggerThat('is-strange', does)] })
    const client = new DapClient(started.port, { name: 'the shim', timeoutMs: 60_000 })
    expect(await client.request('initialize', { adapterID: 'netcoredbg' })).toMatchObject({ success: true })
    const heard = [...new Set(STRANGE.map(([event]) => event))].flatMap((event) =>
      client.events(event).map(({ body }): [string, unknown] => [event, body]),
    )
    expect(heard).toHaveLength(STRANGE.length)
    expect(heard).toEqual(expect.arrayContaining(STRANGE.map(([event, body]) => [event, body])))
    await client.close()
    await started.kill()
  },
)
