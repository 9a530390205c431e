import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { byName, isAlive, must, portOf } from '@dapplex/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listeningPorts } from '../src/in-both/listening-ports.js'
import { lineOf, NodeSession, PROGRAMS, untilEnded, untilNoPort } from './node-session.js'

const WAITING = `${PROGRAMS}waiting.js`
const TICK = lineOf(WAITING, 'tick')

let session: NodeSession
let program: ChildProcess | undefined
beforeEach(async () => (session = await NodeSession.start()))
afterEach(async () => {
  await session.end()
  program?.kill('SIGKILL')
  program = undefined
  expect(session.client.violations).toEqual([])
})

/** Starts a program and waits until it runs, or until its inspector listens. Gives the inspector's port. */
async function run(options: string[], args: string[] = [], script = WAITING): Promise<number> {
  const child = spawn(process.execPath, [...options, script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  program = child
  if (options.length === 0) {
    await once(child.stdout, 'data')
    return 0
  }
  child.stdout.resume()
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    const port = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error('no inspector')
}

/** A port that leads to the inspector, and how many bytes have come from there. */
async function countingRelay(to: number) {
  let sent = 0
  const server = createServer((client) => {
    const inspector = connect({ host: '127.0.0.1', port: to })
    inspector.on('data', (chunk) => (sent += chunk.length))
    for (const [from, into] of [
      [client, inspector],
      [inspector, client],
    ] as const)
      from
        .on('error', () => into.destroy())
        .on('close', () => into.destroy())
        .pipe(into)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: portOf(server), sent: () => sent, close: () => server.close() }
}

describe('attach', () => {
  test('by port: breakpoints stop, and after disconnect the program goes on', async () => {
    const port = await run(['--inspect=127.0.0.1:0'], ['--quick'])
    const { breakpoints } = await session.open({
      request: 'attach',
      arguments: { port },
      breakpoints: { [WAITING]: [TICK] },
    })
    expect(breakpoints[WAITING]).toMatchObject([{ verified: true, line: TICK }])
    expect(await session.stop()).toMatchObject({ reason: 'breakpoint' })
    expect((await session.evaluate('ticks > 0')).result).toBe('true')
    expect((await session.client.waitForEvent('process')).body).toMatchObject({ systemProcessId: must(program).pid })
    await session.client.expectSuccess('disconnect', {})
    expect(isAlive(must(must(program).pid))).toBe(true)

    // Somebody else finds it running, and nothing of ours in it.
    const next = await NodeSession.start()
    await next.open({ request: 'attach', arguments: { port } })
    const look = (expression: string) => next.client.expectSuccess('evaluate', { expression, context: 'repl' })
    const before = Number((await look('process.uptime()')).result)
    expect(before).toBeGreaterThan(0)
    expect((await look('process.listenerCount("uncaughtExceptionMonitor")')).result).toBe('1')
    await next.end()
  })

  test('what it prints through console comes as output', async () => {
    const port = await run(['--inspect=127.0.0.1:0'])
    await session.open({ request: 'attach', arguments: { host: '127.0.0.1', port } })
    await session.client.expectSuccess('evaluate', {
      expression: 'console.log("from %s", "it", { a: 1 }); console.error("bad")',
    })
    await session.printed('stdout', 'from it {a: 1}\n')
    await session.printed('stderr', 'bad\n')
  })

  test('a variable is set and read beside a string of 40 MB, of which the program sends only the beginning', async () => {
    const VALUES = `${PROGRAMS}values.cjs`
    const port = await run(['--inspect-brk=127.0.0.1:0'], [], VALUES)
    const relay = await countingRelay(port)
    await session.open({
      request: 'attach',
      arguments: { port: relay.port },
      breakpoints: { [VALUES]: [lineOf(VALUES, 'values')] },
    })
    const first = await session.stop()
    if (first.reason !== 'breakpoint') await session.move('continue')
    const before = relay.sent()
    const { variablesReference } = byName(await session.scopes((await session.topFrame()).id), 'Local')
    const set = { variablesReference, name: 'text', value: "'new'" }
    expect(await session.client.expectSuccess('setVariable', set)).toMatchObject({ value: "'new'" })
    const rows = await session.children(variablesReference)
    expect([byName(rows, 'text').value, byName(rows, 'lengthy').value]).toEqual([
      "'new'",
      `'${'x'.repeat(10_000)}… (40000000 characters)'`,
    ])
    expect(relay.sent() - before).toBeLessThan(1_000_000)
    relay.close()
  })

  test('to a program that waits for its debugger: it stops at its first line', async () => {
    const port = await run(['--inspect-brk=127.0.0.1:0'])
    await session.open({ request: 'attach', arguments: { port } })
    expect(await session.stop()).toMatchObject({ reason: 'entry' })
    expect(await session.topFrame()).toMatchObject({ source: { path: WAITING } })
  })

  test('by pid: the inspector is opened', async ({ skip }) => {
    skip(process.platform !== 'linux', 'a process is looked up in /proc')
    await run([], ['--quick'])
    await session.open({ request: 'attach', arguments: { pid: must(program).pid }, breakpoints: { [WAITING]: [TICK] } })
    expect(await session.stop()).toMatchObject({ reason: 'breakpoint' })
    expect(listeningPorts(must(must(program).pid))).not.toEqual([])
    await session.client.expectSuccess('disconnect', {})
    // Every user of this machine could reach an inspector that stays open.
    await untilNoPort(must(must(program).pid))
    expect(isAlive(must(must(program).pid))).toBe(true)
  })

  test('terminateDebuggee ends it', async () => {
    const port = await run(['--inspect=127.0.0.1:0'], ['--quick'])
    await session.open({ request: 'attach', arguments: { port }, breakpoints: { [WAITING]: [TICK] } })
    await session.stop()
    await session.client.expectSuccess('disconnect', { terminateDebuggee: true })
    await untilEnded(must(must(program).pid))
  })

  test('when it ends, the session ends', async () => {
    const port = await run(['--inspect=127.0.0.1:0'])
    await session.open({ request: 'attach', arguments: { port } })
    // The program may end before the answer.
    await session.client.request('evaluate', { expression: 'setTimeout(() => process.exit(), 1)' })
    await session.client.waitForEvent('terminated')
    await untilEnded(must(must(program).pid))
  })
})

describe('attach that fails says why', () => {
  const refusal = async (args: Record<string, unknown>) => {
    await session.client.expectSuccess('initialize', { adapterID: 'node' })
    return (await session.client.expectFailure('attach', args)).message
  }

  test('nobody listens', async () => {
    expect(await refusal({ port: 1 })).toMatch(
      /^no Node inspector answers on 127\.0\.0\.1:1 \(.*\): start the program with/,
    )
  })

  test('no such process', async () => {
    const child = spawn('true')
    await once(child, 'exit')
    expect(await refusal({ pid: child.pid })).toBe(`attach: there is no process ${child.pid}`)
  })

  test('another program, which is left alone', async ({ skip }) => {
    skip(process.platform !== 'linux', 'a process is looked up in /proc')
    program = spawn('sleep', ['60'])
    await once(program, 'spawn')
    expect(await refusal({ pid: program.pid })).toContain(`process ${program.pid} (sleep) is not a Node process`)
    expect(isAlive(must(program.pid))).toBe(true)
  })
})
