import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connect } from '@dapplex/client'
import { fixture, must, parseJson, z } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'

const orders = fixture('programs/node/orders.js')

let daemon: DaemonHome
beforeAll(async () => {
  daemon = await makeDaemonHome()
  await daemon.dapplex('daemon', 'start')
})
afterAll(() => daemon.end())

const start = (...args: string[]): ChildProcess =>
  spawn(daemon.command[0], [daemon.command[1], ...args], { env: daemon.env, stdio: ['pipe', 'pipe', 'pipe'] })

/** The code that a shell reports: a process that ends by a signal counts as 128 and its number. */
const shellCode = (code: number | null, signal: NodeJS.Signals | null) => code ?? (signal === 'SIGINT' ? 130 : 128)

describe('exit codes', () => {
  test.each([
    { code: 0, args: ['status'], says: 'dapplex ', why: 'done' },
    { code: 0, args: ['--help'], says: 'Usage: dapplex', why: 'help that was asked for' },
    { code: 0, args: ['--version'], says: /^\d+\.\d+\.\d+\n$/, why: 'the version' },
    { code: 1, args: ['clients'], says: 'NO_SESSION', why: 'a failed call' },
    { code: 1, args: ['token', 'remove', 'nobody'], says: 'nobody called nobody has a token', why: 'a failed command' },
    { code: 1, args: ['record', 'remove', '../token'], says: 'recording', why: 'a name that climbs out of the folder' },
    { code: 1, args: ['attach', 's99'], says: 'SESSION_NOT_FOUND', why: 'no such session' },
    { code: 2, args: ['nonsense'], says: "unknown command 'nonsense'", why: 'no such command' },
    { code: 2, args: ['status', '--nonsense'], says: "unknown option '--nonsense'", why: 'no such option' },
    { code: 2, args: ['record', 'remove'], says: 'give the names of recordings', why: 'no recording named' },
    { code: 2, args: ['launch'], says: 'give a program, or --config', why: 'nothing to launch' },
    { code: 2, args: ['launch', orders, '--break', 'here'], says: '"here" is not FILE:LINE', why: 'no place' },
    {
      code: 2,
      args: ['launch', orders, '--break', '/none/a.js:1'],
      says: 'there is no file /none/a.js',
      why: 'no such file',
    },
    { code: 2, args: ['launch', orders, '--env', 'A'], says: '"A" is not NAME=VALUE', why: 'no variable' },
    { code: 2, args: ['attach', '--pid', 'none'], says: 'a process id is a whole number', why: 'no process id' },
    { code: 2, args: ['call', 'evaluate', 'x'], says: '"x" is not key=value', why: 'no parameter' },
    { code: 2, args: ['call', 'evaluate', '{'], says: 'the JSON parameters cannot be read', why: 'no JSON' },
    { code: 2, args: ['daemon', 'start', '--port', '70000'], says: 'from 0 to 65535', why: 'no port' },
    { code: 2, args: ['token', 'add', 'x', '--role', 'king'], says: 'Allowed choices are', why: 'no role' },
    {
      code: 2,
      args: ['token', 'add', 'x', '--role', 'owner', '--expires', 'soon'],
      says: 'give a time such as 30m, 12h or 7d',
      why: 'no time',
    },
    {
      code: 4,
      args: ['launch', orders, '--adapter', 'js-debug'],
      says: 'ADAPTER_NOT_FOUND',
      why: 'no such adapter here',
    },
  ])('$code: $why', async ({ code, args, says }) => {
    const { exitCode, stdout, stderr } = await daemon.dapplex(...args)
    expect({ exitCode, said: `${stdout}${stderr}` }).toEqual({
      exitCode: code,
      said: typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says),
    })
  })

  test('1 with --json: the error is JSON', async () => {
    const { exitCode, stderr } = await daemon.dapplex('clients', '--json')
    expect({ exitCode, error: JSON.parse(stderr) }).toMatchObject({
      exitCode: 1,
      error: { data: { type: 'NO_SESSION' } },
    })
  })

  test('3: no daemon runs, and a command that only looks starts none', async () => {
    const other = await makeDaemonHome()
    for (const args of [
      ['status'],
      ['sessions'],
      ['clients'],
      ['events'],
      ['tree'],
      ['attach'],
      ['export'],
      ['daemon', 'stop'],
    ])
      expect({ args, exitCode: (await other.dapplex(...args)).exitCode }).toEqual({ args, exitCode: 3 })
    await other.end()
  })

  test('124: a call that is not answered in time; 130: Ctrl-C in a wait, which leaves the program as it is', async () => {
    const launched = await daemon.dapplex('launch', '--detach', orders, '--', 'wait')
    const session = launched.stdout.trim()
    expect(await daemon.dapplex('call', 'wait_for_stop', `session_id=${session}`, '--timeout', '0.2')).toMatchObject({
      exitCode: 124,
    })
    const waiting = start('attach', session, '--exec', 'tools', '--exec', 'wait 60')
    await once(must(waiting.stdout), 'data')
    waiting.kill('SIGINT')
    const [code, signal] = (await once(waiting, 'exit')) as [number | null, NodeJS.Signals | null]
    expect(shellCode(code, signal)).toBe(130)
    const { stdout } = await daemon.dapplex('sessions', '--json')
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ session_id: session, state: 'running' }))
    await daemon.dapplex('call', 'debug_disconnect', `session_id=${session}`, 'terminate=true')
  })
})

describe('a script of the view', () => {
  const inView = async (input: string | undefined, ...args: string[]) => {
    const child = start('attach', ...args)
    let said = ''
    child.stdout?.on('data', (chunk) => (said += String(chunk)))
    child.stdin?.end(input ?? '')
    const [exitCode] = (await once(child, 'close')) as [number | null]
    return { exitCode, said }
  }
  let session: string
  beforeAll(async () => {
    session = (await daemon.dapplex('launch', '--detach', '--stop-at-entry', orders)).stdout.trim()
  })
  afterAll(() => daemon.dapplex('call', 'debug_disconnect', `session_id=${session}`, 'terminate=true'))

  const failed = 'p: ReferenceError: nosuch is not defined\n'
  test.each([
    { args: ['--exec', 'p 1 + 2'], want: { exitCode: 0, said: '3\n' }, why: 'all work' },
    { args: ['--exec', 'p nosuch'], want: { exitCode: 1, said: failed }, why: 'an expression that throws' },
    {
      args: ['--exec', 'p nosuch', '--exec', 'p 1'],
      want: { exitCode: 1, said: failed },
      why: 'it ends at the first that fails',
    },
    {
      args: ['--keep-going', '--exec', 'p nosuch', '--exec', 'p 1'],
      want: { exitCode: 1, said: `${failed}1\n` },
      why: 'it keeps going',
    },
    {
      args: [],
      input: 'p 1\np nosuch\np 2\n',
      want: { exitCode: 1, said: `1\n${failed}` },
      why: 'commands on standard input',
    },
    {
      args: ['--keep-going'],
      input: 'p nosuch\np 2\n',
      want: { exitCode: 1, said: `${failed}2\n` },
      why: 'standard input keeps going',
    },
    {
      args: ['--exec', 'b "'.concat(orders, ':13"')],
      want: { exitCode: 0, said: expect.stringContaining('orders.js:13') },
      why: 'a quoted place is a line',
    },
  ])('$why', async ({ args, input, want }) => {
    expect(await inView(input, session, ...args)).toEqual(want)
  })
})

describe('the linked command', () => {
  test('npm links it in a checkout, and it runs: what `npx dapplex` starts', async () => {
    const linked = fileURLToPath(new URL('../../../node_modules/.bin/dapplex', import.meta.url))
    const { stdout } = await promisify(execFile)(linked, ['--version'], { env: daemon.env })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

/** Writes until it gets a line, and then far more than a client's budget and what the system keeps for a connection and a pipe. */
const FLOOD_KB = 16 * 1024
const FLOOD = `
const ticks = setInterval(() => console.log('tick'), 20)
process.stdin.once('data', () => {
  clearInterval(ticks)
  for (let i = 0; i < ${FLOOD_KB}; i += 1) console.log('x'.repeat(1023))
  process.stdin.destroy()
})
`

describe('a terminal under SIGSTOP', () => {
  test('mux 16: what it does not read is dropped, and it is told so when it goes on', async () => {
    const program = join(daemon.home, 'flood.cjs')
    writeFileSync(program, FLOOD)
    const session = (await daemon.dapplex('launch', '--detach', program)).stdout.trim()
    const terminal = start('events', '--session', session)
    let read = 0
    const isTold = new Promise<void>((resolve) => {
      let last = ''
      terminal.stdout?.setEncoding('utf8').on('data', (text: string) => {
        read += text.length
        last = `${last}${text}`.slice(-10_000)
        if (last.includes('pieces of output were dropped')) resolve()
      })
    })
    await once(must(terminal.stdout), 'data')
    terminal.kill('SIGSTOP')
    await daemon.dapplex('call', 'input_send', `session_id=${session}`, 'text=go\n')
    const end = await daemon.dapplex('call', 'wait_for_stop', `session_id=${session}`)
    expect(end).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('exited') })
    terminal.kill('SIGCONT')
    await isTold
    expect(read).toBeLessThan((FLOOD_KB * 1024) / 2)
    terminal.kill('SIGKILL')
  })
})

describe('attach --json: one object a command, also for one that fails', () => {
  test('a script on standard input', async () => {
    const session = (await daemon.dapplex('launch', '--detach', '--stop-at-entry', orders)).stdout.trim()
    const child = start('attach', session, '--json', '--keep-going')
    let said = ''
    child.stdout?.on('data', (chunk) => (said += String(chunk)))
    child.stdin?.end(`b ${orders}:13\nc\nbt\np total\nnonsense\nf 99\nq\np 1\n`)
    const [exitCode] = (await once(child, 'close')) as [number | null]
    const objects = said
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(z.looseObject({ command: z.string(), success: z.boolean() }), line))
    expect(objects).toMatchObject([
      { command: `b ${orders}:13`, success: true, result: { verified: true, line: 13 } },
      { command: 'c', success: true, result: { stopped: true, location: { line: 13 } } },
      {
        command: 'bt',
        success: true,
        result: { frames: expect.arrayContaining([expect.objectContaining({ index: 0, line: 13 })]) },
        text: expect.stringContaining('#0 total'),
      },
      { command: 'p total', success: true, result: { type: 'Function' } },
      { command: 'nonsense', success: false, error: { data: { type: 'USAGE' } } },
      { command: 'f 99', success: false, error: { data: { type: 'INVALID_FRAME' } } },
      { command: 'q', success: true },
    ])
    expect(exitCode).toBe(1)
    await daemon.dapplex('call', 'debug_disconnect', `session_id=${session}`, 'terminate=true')
  })
})

describe('launch --io stands in for the program', () => {
  test.each([
    {
      why: 'its input, output, errors and exit code',
      text: 'process.stdin.on("data", (d) => process.stdout.write("got " + d)).on("end", () => { console.error("bad"); process.exitCode = 7 })',
      input: 'größe\n',
      want: { exitCode: 7, out: 'got größe\n', err: expect.stringContaining('bad\n') },
    },
    {
      why: 'input that is no text, with a warning',
      text: 'process.stdin.resume()',
      input: Buffer.from('ab\xff\0c', 'latin1'),
      want: { exitCode: 0, out: '', err: expect.stringMatching(/^warning: the input is not UTF-8 text/) },
    },
    {
      why: 'no input at all',
      text: 'console.log("\\u001b[2Jraw")',
      input: '',
      want: { exitCode: 0, out: '\u001b[2Jraw\n', err: '' },
    },
    {
      why: 'a signal',
      text: 'process.kill(process.pid, "SIGKILL"); setInterval(() => 0, 1000)',
      input: '',
      want: { exitCode: 137, out: '', err: '' },
    },
  ])('$why', async ({ text, input, want }) => {
    const program = join(daemon.home, 'stand-in.js')
    writeFileSync(program, text)
    const child = start('launch', '--io', program)
    let [out, err] = ['', '']
    child.stdout?.on('data', (chunk) => (out += String(chunk)))
    child.stderr?.on('data', (chunk) => (err += String(chunk)))
    child.stdin?.end(input)
    const [exitCode] = (await once(child, 'close')) as [number | null]
    expect({ exitCode, out, err }).toEqual(want)
  })
})

describe('launch --io is ended from outside', () => {
  /** Ends only if somebody ends it. The first output says that it runs. */
  const FOR_EVER = `console.log('begun'); setInterval(() => console.log('x'.repeat(1000)), 1)`

  async function standIn(): Promise<{ readonly child: ChildProcess; readonly session: string }> {
    const program = join(daemon.home, 'for-ever.js')
    writeFileSync(program, FOR_EVER)
    const child = start('launch', '--io', program)
    await once(must(child.stdout), 'data')
    const { stdout } = await daemon.dapplex('sessions', '--json')
    const sessions = parseJson(
      z.array(z.looseObject({ session_id: z.string(), program: z.string().optional() })),
      stdout,
    )
    const { session_id: session } = must(sessions.findLast((one) => one.program?.endsWith('for-ever.js') === true))
    return { child, session }
  }
  const stateOf = async (session: string) =>
    JSON.parse((await daemon.dapplex('call', 'debug_state', `session_id=${session}`)).stdout) as object

  const close = (child: ChildProcess) => void child.stdout?.destroy()
  test.each([
    { how: 'SIGTERM, as a process manager does', end: (child: ChildProcess) => void child.kill('SIGTERM'), code: 143 },
    { how: 'SIGHUP, as a closed terminal does', end: (child: ChildProcess) => void child.kill('SIGHUP'), code: 129 },
    { how: 'a reader of its output that has seen enough', end: close, code: 0 },
  ])('the program ends with it: $how', async ({ end, code }) => {
    const { child, session } = await standIn()
    child.stdout?.resume()
    end(child)
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    expect({ exitCode, ...(await stateOf(session)) }).toMatchObject({ exitCode: code, state: 'exited' })
  })

  test('with others in the session the program goes on, and the message names them', async () => {
    const { child, session } = await standIn()
    child.stdout?.resume()
    let said = ''
    child.stderr?.on('data', (chunk) => (said += String(chunk)))
    const agent = await connect({ socketPath: join(daemon.home, 'dapplex.sock'), name: 'agent-1' })
    await agent.call('threads_list', { session_id: session })
    child.kill('SIGTERM')
    const [exitCode] = (await once(child, 'close')) as [number | null]
    expect({ exitCode, said, ...(await stateOf(session)) }).toMatchObject({
      exitCode: 143,
      said: expect.stringContaining(`others are in its session ${session}: agent-1`),
      state: 'running',
    })
    await agent.call('debug_disconnect', { session_id: session, terminate: true })
    agent.close()
  })
})

describe('launch with a breakpoint says where the program is', () => {
  const end = (session: string) => daemon.dapplex('call', 'debug_disconnect', `session_id=${session}`, 'terminate=true')
  test('at the breakpoint, with the source around it', async () => {
    const { exitCode, stdout } = await daemon.dapplex('launch', orders, '--break', `${orders}:13`)
    const [first = '', ...lines] = stdout.trimEnd().split('\n')
    const [, session = '', rest] = /^(s\d+): (.*)$/.exec(first) ?? []
    expect({ exitCode, rest, lines }).toEqual({
      exitCode: 0,
      rest: expect.stringMatching(/stopped \(breakpoint\) at .*orders\.js:13/),
      lines: expect.arrayContaining(['>   13  let discount = 0', '    14  let amount = 0']),
    })
    await end(session)
  })
  test('at its end, with its exit code', async () => {
    const program = join(daemon.home, 'three.js')
    writeFileSync(program, 'if (process.argv.length > 99) {\n  console.log(1)\n}\nprocess.exitCode = 3\n')
    const { stdout } = await daemon.dapplex('launch', program, '--break', `${program}:2`)
    expect(stdout).toMatch(/ended with exit code 3/)
  })
  test('--json: the state and the stop', async () => {
    const { stdout } = await daemon.dapplex('launch', '--json', orders, '--break', `${orders}:13`)
    const launched = parseJson(z.looseObject({ session_id: z.string() }), stdout)
    expect(launched).toMatchObject({ success: true, state: 'stopped', location: { line: 13 } })
    await end(launched.session_id)
  })
})
