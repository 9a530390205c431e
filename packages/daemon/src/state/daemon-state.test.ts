import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stateFolder } from '@dapplex/transport/state-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readDaemonState, writeDaemonState } from './daemon-state.js'
import { processStart } from './process-identity.js'
import { statePaths } from './state-folder.js'

describe('daemon.json', () => {
  let home: string
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'dapplex-state-'))))
  afterEach(() => rmSync(home, { recursive: true }))
  const state = {
    pid: process.pid,
    started: processStart(process.pid) ?? '',
    port: 4711,
    socket: '/s',
    version: '1.0.0',
  }

  test('is read back while its process runs, and only this user may read it', async () => {
    const path = join(home, 'daemon.json')
    writeDaemonState(path, state)
    expect(await readDaemonState(home)).toEqual(state)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test.each([
    { why: 'the process is gone', text: JSON.stringify({ ...state, pid: 2 ** 22 + 1 }) },
    { why: 'another process has its pid', text: JSON.stringify({ ...state, started: 'earlier' }) },
    { why: 'it is no JSON', text: '{' },
    { why: 'it is another program’s', text: '{"pid":1}' },
  ])('is stale: $why', async ({ text }) => {
    writeFileSync(join(home, 'daemon.json'), text)
    expect(await readDaemonState(home)).toBeUndefined()
  })

  test('is absent where no daemon ever ran', async () => {
    expect(await readDaemonState(join(home, 'nowhere'))).toBeUndefined()
  })
})

describe('the state folder', () => {
  test.each([
    { why: 'named outright', env: { DAPPLEX_HOME: '/h', XDG_STATE_HOME: '/x' }, want: /^\/h$/ },
    { why: 'by XDG', env: { XDG_STATE_HOME: '/x' }, want: /^\/x\/dapplex$/ },
    { why: 'a relative XDG folder is ignored', env: { XDG_STATE_HOME: 'x' }, want: /\.local\/state\/dapplex$/ },
    { why: 'by default', env: {}, want: /\.local\/state\/dapplex$/ },
  ])('$why', ({ env, want }) => expect(stateFolder(env)).toMatch(want))

  test('a path too long for a socket moves the socket', () => {
    const { socket } = statePaths(`/${'long/'.repeat(30)}`)
    expect(Buffer.byteLength(socket)).toBeLessThan(104)
    expect(statePaths('/short').socket).toBe('/short/dapplex.sock')
  })
})
