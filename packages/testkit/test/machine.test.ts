import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  descendants,
  fixture,
  groupMembers,
  isAlive,
  markerLine,
  missing,
  must,
  processesWithArgument,
  processesWithEnv,
  requirement,
  untilGone,
  untilWritten,
} from '@dapplex/testkit'
import { afterEach, describe, expect, test, vi } from 'vitest'

describe('processes', () => {
  test('a group is seen with its children, wherever they are, and seen to be gone', async () => {
    const script = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(1)'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', script], {
      detached: true,
      env: { ...process.env, MARK: 'machine-test' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = must(child.pid)
    await once(child.stdout, 'data')
    expect(isAlive(pid)).toBe(true)
    expect(groupMembers(pid)).toHaveLength(2)
    expect(descendants(process.pid).map((one) => one.pid)).toEqual(
      expect.arrayContaining(groupMembers(pid).map((one) => one.pid)),
    )
    expect(descendants(pid)).toHaveLength(1)
    expect(processesWithArgument(script)).toHaveLength(1)
    expect(processesWithArgument('setInterval(() => {}, 1000)').map((one) => one.pid)).toEqual(
      expect.arrayContaining(groupMembers(pid).map((one) => one.pid)),
    )
    await expect(untilGone(() => groupMembers(pid), 50)).rejects.toThrow(`still running after 50 ms: ${pid} (`)

    // The leader goes; its child is nobody's descendant any more, but still of the group and of its environment.
    process.kill(pid, 'SIGKILL')
    await once(child, 'exit')
    expect(isAlive(pid)).toBe(false)
    expect(groupMembers(pid)).toHaveLength(1)
    if (process.platform === 'linux') expect(processesWithEnv('MARK', 'machine-test')).toEqual(groupMembers(pid))
    process.kill(-pid, 'SIGKILL')
    await untilGone(() => groupMembers(pid))
  })
})

describe('a file that another process writes', () => {
  test('is waited for until it says enough, and is found at once if it already does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapplex-written-'))
    const file = join(folder, 'port')
    const port = () => Number(/port (\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) || undefined
    const writes = `const { appendFileSync } = require('node:fs')
      appendFileSync(process.argv[1], 'port ')
      process.stdin.once('data', () => { appendFileSync(process.argv[1], '4711'); process.exit() })
      console.log('ready')`
    const child = spawn(process.execPath, ['-e', writes, file], { stdio: ['pipe', 'pipe', 'inherit'] })
    const told = untilWritten(file, port)
    await once(child.stdout, 'data')
    child.stdin.write('go on')
    expect(await told).toBe(4711)
    expect(await untilWritten(file, port)).toBe(4711)
    rmSync(folder, { recursive: true })
  })
})

describe('programs', () => {
  const orders = [
    'programs/python/orders.py',
    'programs/c/orders.c',
    'programs/go/orders/main.go',
    'programs/dotnet/orders/Program.cs',
  ]

  test.each(orders)('%s has each marker once', (path) => {
    for (const marker of ['BREAK: body', 'BREAK: loop', 'BREAK: wait'])
      expect(markerLine(fixture(path), marker)).toBeGreaterThan(1)
  })

  test('a marker that is not there, or twice, is an error that says so', () => {
    const path = fixture('programs/python/orders.py')
    expect(() => markerLine(path, 'BREAK: nowhere')).toThrow(`"BREAK: nowhere" stands on no line of ${path}`)
    expect(() => markerLine(path, ')')).toThrow(/"\)" stands on lines \d+, /)
  })

  test('a fixture that is not there', () => {
    expect(() => fixture('programs/none.py')).toThrow('no fixture programs/none.py in')
    expect(readdirSync(fixture('programs'))).toContain('README.md')
  })
})

describe('requirements', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test('one that is there says how to start it and its version', () => {
    const cc = requirement('cc')
    if (cc.kind === 'present') expect(cc.version).toMatch(/\d/)
    expect(missing('cc') === undefined).toBe(cc.kind === 'present')
  })

  test('one that is missing says what to do; where it is asked for, that is an error', async () => {
    vi.stubEnv('PATH', '/nonexistent')
    vi.resetModules()
    const fresh = await import('@dapplex/testkit')
    const reason = 'netcoredbg not found: put it on PATH or set NETCOREDBG_PATH'
    expect(fresh.requirement('netcoredbg')).toEqual({ kind: 'absent', name: 'netcoredbg', reason })
    expect(fresh.missing('netcoredbg', 'sbcl')).toBe(`${reason}; sbcl not found: put sbcl on PATH or set SBCL_PATH`)
    expect(() => fresh.commandOf('netcoredbg')).toThrow(reason)
    vi.stubEnv('DAPPLEX_TEST_REQUIRE', 'go,netcoredbg')
    expect(() => fresh.missing('netcoredbg')).toThrow(`${reason} (DAPPLEX_TEST_REQUIRE asks for it)`)
    expect(fresh.missing('sbcl')).toContain('sbcl not found')
  })
})
