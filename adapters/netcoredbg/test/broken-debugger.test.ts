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
