import { must } from '@dapplex/testkit'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineOf, NodeSession, PROGRAMS, untilEnded } from './node-session.js'

const MARKS = `${PROGRAMS}marks.cjs`
const BREAKPOINTS = { [MARKS]: [lineOf(MARKS, 'mark')] }

let session: NodeSession
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dapplex-marks-'))
  session = await NodeSession.start()
})
afterEach(async () => {
  await session.end()
  expect(session.client.violations).toEqual([])
  rmSync(folder, { recursive: true })
})

const file = () => join(folder, 'marks')
const marks = () => readFileSync(file(), 'utf8').trim().split('\n')
const programPid = async () => must((await session.client.waitForEvent('process')).body.systemProcessId)

const launchAndStop = async (...args: string[]) => {
  await session.launch(MARKS, { args: [file(), ...args], breakpoints: BREAKPOINTS })
  await session.stop()
}

/** Starts a program that waits for a debugger, attaches to it and stops it. */
async function attachAndStop(...args: string[]): Promise<number> {
  const program = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', MARKS, file(), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let port: string | undefined
  for await (const chunk of program.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    port ??= /ws:\/\/127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1]
    if (port !== undefined) break
  }
  program.stderr.resume()
  await session.open({
    request: 'attach',
    arguments: { port: Number(port), stopOnEntry: false },
    breakpoints: BREAKPOINTS,
  })
  await session.stop()
  return must(program.pid)
}

const WAYS = [
  { way: 'terminate', end: () => session.client.expectSuccess('terminate') },
  { way: 'disconnect', end: () => session.client.expectSuccess('disconnect', { terminateDebuggee: true }) },
] as const

describe.each(['module', 'timer', 'promise', 'async'])(
  'a program stopped in a %s runs no further statement',
  (where) => {
    test.each(WAYS)('when it was launched: $way', async ({ end }) => {
      await launchAndStop(where)
      const pid = await programPid()
      await end()
      await untilEnded(pid)
      expect(marks()).toEqual(['before'])
    })

    test.each(WAYS)('when it was attached to: $way', async ({ end }) => {
      const pid = await attachAndStop(where)
      await end()
      await untilEnded(pid)
      expect(marks()).toEqual(['before'])
    })

    test('except its own handler for SIGTERM, and what that waits for', async () => {
      await launchAndStop(where, '--polite')
      await session.client.expectSuccess('terminate')
      expect(await session.exitCode()).toBe(7)
      expect(marks()).toEqual(['before', 'handler', 'way out'])
      expect(session.output('stderr')).toBe('')
    })
  },
)

test('a program that is stopped when its client goes away runs no further statement', async () => {
  await launchAndStop('module')
  const pid = await programPid()
  session.adapter.process.stdin?.end()
  await untilEnded(pid)
  expect(marks()).toEqual(['before'])
})

describe('a program that ignores SIGTERM is killed, and the client is told', () => {
  const told = 'The program did not end after SIGTERM. It is killed now (SIGKILL).\n'

  test('launched', async () => {
    await launchAndStop('module', '--stubborn')
    await session.client.expectSuccess('terminate')
    expect(await session.exitCode()).toBe(128 + 9)
    expect(session.output('console')).toBe(told)
  })

  test.each(WAYS)('attached, $way', async ({ end }) => {
    const pid = await attachAndStop('module', '--stubborn')
    await end()
    await untilEnded(pid)
    expect(session.output('console')).toBe(told)
  })
})
