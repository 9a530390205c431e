import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '@dapplex/testkit'
import { sessionConfiguration } from '../src/config/session-configuration.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'dapplex-policies-'))
let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules: [genericAdapter('debugpy')] })))
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true })
})

const workspace = (sessions: object): string => {
  const cwd = mkdtempSync(join(folder, 'workspace-'))
  writeFileSync(join(cwd, 'dapplex.jsonc'), JSON.stringify({ sessions }))
  return cwd
}

const byDefault = { recorder: 'on', keepEndedMs: 86_400_000 }

describe('sessions in dapplex.jsonc', () => {
  test('the workspace counts over the user, key by key; what nobody says stays with the core', async () => {
    const home = join(folder, 'config')
    mkdirSync(join(home, 'dapplex'), { recursive: true })
    const env = { XDG_CONFIG_HOME: home }
    expect(await sessionConfiguration(undefined, env)).toEqual({ policies: {}, limits: {}, ...byDefault })
    writeFileSync(
      join(home, 'dapplex', 'dapplex.jsonc'),
      '{ "sessions": { "linger_ms": 5, "control": "exclusive" } } // mine',
    )
    expect(
      await sessionConfiguration(workspace({ linger_ms: 7, on_abandon: 'keep', request_timeout_ms: 2000 }), env),
    ).toEqual({
      policies: { control: 'exclusive', abandon: { lingerMs: 7, attached: 'keep' } },
      limits: { requestMs: 2000 },
      ...byDefault,
    })
    await expect(sessionConfiguration(workspace({ linger: 7 }), env)).rejects.toThrow(/did you mean "linger_ms"/)
  })

  test('mux 29: an editor that vanishes: its program is kept for linger_ms, then ended', async () => {
    const agent = await host.agent()
    await agent.call('events_subscribe')
    const editor = await host.dapOverSocket()
    await openSession(editor, {
      request: 'launch',
      arguments: { type: 'debugpy', program, cwd: workspace({ linger_ms: 50 }), stopOnEntry: true },
      exceptionFilters: [],
    })
    await editor.waitForEvent('stopped')
    await editor.close()
    const { params } = await agent.next((message) => message.params?.type === 'ended')
    expect(params.why).toBe('nobody was left, so the program was ended')
    await agent.close()
  })
})
