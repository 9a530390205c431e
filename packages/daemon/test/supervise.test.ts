import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listProcesses, must, untilGone, untilWritten } from '@dapplex/testkit'
import { adapterDefinition, type AdapterDefinition } from '@dapplex/protocol'
import { familyOf, processesOf } from '../src/adapters/supervise/process-table.js'
import { startAdapter } from '../src/adapters/supervise/start-adapter.js'
import type { RunningAdapter } from '../src/adapters/supervise/running-adapter.js'
import { Watchdog } from '../src/adapters/supervise/watchdog.js'
import { isSameProcess, processStart } from '../src/state/process-identity.js'
import { isRunning } from './support/is-running.js'

let folder: string
let watchdog: Watchdog
let lastOwner = 0
beforeAll(() => (watchdog = new Watchdog()))
afterAll(() => watchdog.close())
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dapplex-supervise-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const definition = (start: AdapterDefinition['start']): AdapterDefinition =>
  adapterDefinition.parse({
    id: 'fake',
    title: 'Fake',
    languages: [],
    launchTypes: [],
    programs: [],
    find: [],
    start,
    install: 'it is a test',
    traits: {},
  })

const run = (
  command: string,
  args: readonly string[],
  start: AdapterDefinition['start'] = { kind: 'stdio', args: [] },
) => {
  lastOwner += 1
  const owner = `test-${process.pid}-${lastOwner}`
  const location = { command, args, path: command }
  const request = {
    definition: definition(start),
    location,
    address: undefined,
    cwd: folder,
    env: process.env,
    owner,
    watchdog,
  }
  return startAdapter(request).then((adapter) => ({ adapter, owner }))
}
const shell = (script: string, start?: AdapterDefinition['start']) => run('/bin/sh', ['-c', script], start)

const untilEnd = (adapter: RunningAdapter) =>
  new Promise<{ why: string; stderr: string }>((resolve) => adapter.onEnd(resolve))
const pidIn = (name: string) =>
  untilWritten(join(folder, name), () => Number(readFileSync(join(folder, name), 'utf8').trim()) || undefined)

describe('text on the stdout of an adapter before its first message', () => {
  const message = JSON.stringify({ seq: 1, type: 'event', event: 'initialized' })
  const frame = `Content-Length: ${message.length}\\r\\n\\r\\n${message}`
  test.for([
    { why: 'a line', text: 'Picked up JAVA_TOOL_OPTIONS\\n', lines: ['Picked up JAVA_TOOL_OPTIONS'] },
    { why: 'two lines and an empty one', text: 'one: 1\\n\\ntwo\\r\\n', lines: ['one: 1\ntwo'] },
    { why: 'text without a line end', text: 'loading ü… ', lines: ['loading ü… '] },
  ])('$why is handed over once, and the connection goes on', async ({ text, lines }) => {
    const { adapter } = await shell(`printf '${text}'; printf '${frame}'; cat > /dev/null`)
    const value = await new Promise((resolve) => adapter.port.onMessage((one) => resolve(one.value)))
    expect(value).toMatchObject({ event: 'initialized' })
    const seen: string[] = []
    adapter.onStrayText((one) => seen.push(one))
    expect(seen.join('\n')).toBe(lines.join('\n'))
    await adapter.end({ graceMs: 0, spare: false })
  })

  test.for([
    {
      why: 'more of it than a header may have',
      script: `head -c 70000 /dev/zero | tr '\\0' x; cat > /dev/null`,
      says: /header block of more than 65536 bytes/,
    },
    {
      why: 'text after the first message',
      script: `printf '${frame}garbage\\n'; cat > /dev/null`,
      says: /expected a header line, got "garbage"/,
    },
  ])('$why ends the adapter, and the reason is the framing', async ({ script, says }) => {
    const { adapter } = await shell(script)
    adapter.port.onMessage(() => undefined)
    expect((await untilEnd(adapter)).why).toMatch(says)
    await adapter.end({ graceMs: 0, spare: false })
  })
})

describe('an adapter and all that it starts', () => {
  test('tells how it ended and its last words', async () => {
    const { adapter } = await shell('echo no license >&2; exit 3')
    expect(await untilEnd(adapter)).toEqual({ why: 'ended with exit code 3', stderr: 'no license\n' })
    await adapter.end({ graceMs: 0, spare: false })
  })

  test('a command that cannot be started says so', async () => {
    const { adapter } = await run(join(folder, 'none'), [])
    expect((await untilEnd(adapter)).why).toMatch(/could not be started: .*ENOENT/)
  })

  test('one that ends when its input closes is not killed', async () => {
    const { adapter, owner } = await shell('cat > /dev/null; exit 0')
    const end = untilEnd(adapter)
    await adapter.end({ graceMs: 5000, spare: false })
    expect((await end).why).toBe('ended with exit code 0')
    expect(processesOf(must(adapter.pid), owner)).toEqual([])
  })

  test('children, grandchildren of a group of their own and those that ignore SIGTERM go too', async () => {
    const { adapter, owner } = await shell(`
      trap '' TERM HUP
      sh -c 'trap "" TERM; echo $$ > child; while :; do sleep 60; done' &
      setsid sh -c 'echo $$ > other-group; while :; do sleep 60; done' &
      (setsid sh -c 'echo $$ > orphan; while :; do sleep 60; done' &) 
      wait`)
    const pids = [await pidIn('child'), await pidIn('other-group'), await pidIn('orphan')]
    expect(processesOf(must(adapter.pid), owner).map(({ pid }) => pid)).toEqual(
      expect.arrayContaining([adapter.pid, ...pids]),
    )
    await adapter.end({ graceMs: 0, spare: false })
    expect(processesOf(must(adapter.pid), owner)).toEqual([])
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('after the adapter was killed what it leaves behind is found by its mark', async () => {
    const { adapter, owner } = await shell(`setsid sh -c 'echo $$ > left; while :; do sleep 60; done' & wait`)
    const left = await pidIn('left')
    const end = untilEnd(adapter)
    process.kill(must(adapter.pid), 'SIGKILL')
    expect((await end).why).toBe('was killed by SIGKILL')
    await adapter.end({ graceMs: 0, spare: false })
    expect(isRunning(left)).toBe(false)
    expect(processesOf(must(adapter.pid), owner)).toEqual([])
  })

  test('a program that was let go stays, its adapter does not', async () => {
    const { adapter } = await shell(`setsid sh -c 'echo $$ > spared; exec sleep 60' & wait`)
    const spared = await pidIn('spared')
    const start = must(processStart(spared))
    await adapter.end({ graceMs: 0, spare: true })
    expect(isRunning(must(adapter.pid))).toBe(false)
    expect(isSameProcess(spared, start)).toBe(true)
    process.kill(spared, 'SIGKILL')
  })
})

describe('whose processes are whose', () => {
  const rows = [
    { pid: 10, parent: 1, group: 10 },
    { pid: 11, parent: 10, group: 10 },
    { pid: 12, parent: 11, group: 12 },
    { pid: 13, parent: 12, group: 12 },
    { pid: 14, parent: 1, group: 10 },
    { pid: 20, parent: 1, group: 20 },
  ]
  const family = (marked: readonly number[], given = rows) =>
    [...familyOf(given, { root: 10, isOurs: (pid) => marked.includes(pid) })].sort((a, b) => a - b)

  test('the descendants, their groups and what has lost its parent in the group', () =>
    expect(family([10, 11, 12, 13, 14])).toEqual([10, 11, 12, 13, 14]))
  test('children that have dropped the mark stay in the family', () =>
    expect(family([10])).toEqual([10, 11, 12, 13, 14]))
  test('after the root has ended its group counts while somebody in it has the mark', () =>
    expect(family([14], rows.slice(1))).toEqual([11, 12, 13, 14]))
  test('another process that was given the pid of the root, its children and its group are nobody of ours', () =>
    expect(family([])).toEqual([]))
  test('what has left group and parent is found by its mark', () =>
    expect(family([10, 20])).toEqual([10, 11, 12, 13, 14, 20]))
  test('a system that shows no environment goes by parents and groups', () =>
    expect([...familyOf(rows, { root: 10, isOurs: undefined })].sort((a, b) => a - b)).toEqual([10, 11, 12, 13, 14]))
})

describe('ways to an adapter', () => {
  const server = `
    const net = require('node:net')
    const socket = process.argv[1] === 'listen'
      ? net.createServer((s) => serve(s)).listen(Number(process.argv[2]), '127.0.0.1')
      : serve(net.connect(Number(process.argv[2]), '127.0.0.1'))
    function serve(s) {
      const body = JSON.stringify({ seq: 1, type: 'event', event: 'hello' })
      s.write('Content-Length: ' + body.length + '\\r\\n\\r\\n' + body)
      console.log('a line of the program')
      s.on('close', () => process.exit(0))
    }`

  test.each(['listen', 'dial-back'] as const)('%s', async (kind) => {
    const args = ['-e', server, kind, '${port}']
    const { adapter, owner } = await run(process.execPath, [], { kind, args, streams: 'program' })
    const said = new Promise<string>((resolve) => adapter.onProgramOutput(({ text }) => resolve(text)))
    const message = new Promise<unknown>((resolve) => adapter.port.onMessage(({ value }) => resolve(value)))
    expect(await message).toMatchObject({ event: 'hello' })
    expect(await said).toBe('a line of the program\n')
    await adapter.end({ graceMs: 2000, spare: false })
    expect(processesOf(must(adapter.pid), owner)).toEqual([])
  })

  test.runIf(process.platform === 'linux')('dial-back: a stranger that connects first is turned away', async () => {
    const [portFile, goFile] = [join(folder, 'port'), join(folder, 'go')]
    const script = `
      const { watch, writeFileSync } = require('node:fs')
      const port = Number(process.argv[1])
      const watcher = watch(${JSON.stringify(folder)}, (_change, name) => {
        if (name !== 'go') return
        watcher.close()
        const body = JSON.stringify({ seq: 1, type: 'event', event: 'mine' })
        require('node:net').connect(port, '127.0.0.1').write('Content-Length: ' + body.length + '\\r\\n\\r\\n' + body)
      })
      writeFileSync(${JSON.stringify(portFile)}, String(port))`
    const starting = run(process.execPath, [], { kind: 'dial-back', args: ['-e', script, '${port}'], streams: 'log' })
    const port = await untilWritten(portFile, () => Number(readFileSync(portFile, 'utf8')) || undefined)
    const stranger = createConnection({ host: '127.0.0.1', port })
    stranger.on('error', () => undefined).resume()
    await once(stranger, 'close')
    writeFileSync(goFile, '')
    const { adapter } = await starting
    const message = new Promise<unknown>((resolve) => adapter.port.onMessage(({ value }) => resolve(value)))
    expect(await message).toMatchObject({ event: 'mine' })
    await adapter.end({ graceMs: 1000, spare: false })
  })

  test('one that ends before it listens fails with its words, and leaves nothing', async () => {
    const failing = shell('echo address in use >&2; exit 1', { kind: 'listen', args: [], streams: 'log' })
    await expect(failing).rejects.toMatchObject({
      wire: {
        data: {
          type: 'ADAPTER_CRASHED',
          adapter: 'fake',
          reason: 'ended with exit code 1',
          stderr: 'address in use\n',
        },
      },
    })
  })

  test('connect: nobody there', async () => {
    const request = {
      definition: definition({ kind: 'connect' }),
      location: undefined,
      cwd: folder,
      env: {},
      owner: 'x',
      watchdog,
    }
    const connecting = startAdapter({ ...request, address: { host: '127.0.0.1', port: 1 } })
    await expect(connecting).rejects.toThrow(/127.0.0.1:1: connection refused/)
  })
})

test.each([
  { isKilled: false, which: 'the watchdog' },
  { isKilled: true, which: 'the next watchdog, where somebody has killed the first,' },
])(
  '$which ends what a killed daemon leaves behind, and nothing else, also not what has a pid of it now',
  async ({ isKilled }) => {
    const daemon = join(folder, 'daemon.ts')
    const supervise = new URL('../dist/adapters/supervise/', import.meta.url).href
    const other = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const reused = must(other.pid)
    writeFileSync(
      daemon.replace('.ts', '.mjs'),
      `import { writeFileSync } from 'node:fs'
     import { AdapterProcess } from '${supervise}adapter-process.js'
     import { Watchdog } from '${supervise}watchdog.js'
     const watchdog = new Watchdog()
     const start = (owner, script) => new AdapterProcess({
       command: '/bin/sh', args: ['-c', script], cwd: ${JSON.stringify(folder)}, env: process.env, owner, watchdog })
     start('test-lost-${process.pid}', "trap '' TERM; echo $$ > adapter; setsid sh -c 'echo $$ > debuggee; exec sleep 60' & wait")
     // As if the adapter had ended, and its pid had been given to this process.
     watchdog.add('test-reused-${process.pid}', ${reused}, '1')
     start('test-freed-${process.pid}', "echo $$ > freed; exec sleep 60")
     watchdog.remove('test-freed-${process.pid}')
     // What was said to the watchdog has left by then.
     let known
     setInterval(() => {
       if (watchdog.pid === known || watchdog.pid === undefined) return
       writeFileSync(known === undefined ? 'ready' : 'again', String(watchdog.pid))
       known = watchdog.pid
     }, 10)`,
    )
    const child = spawn(process.execPath, [daemon.replace('.ts', '.mjs')], { cwd: folder, stdio: 'inherit' })
    const [adapter, debuggee, freed] = [await pidIn('adapter'), await pidIn('debuggee'), await pidIn('freed')]
    const first = await pidIn('ready')
    if (isKilled) {
      process.kill(first, 'SIGKILL')
      await pidIn('again')
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    await untilGone(() => listProcesses().filter(({ pid }) => pid === adapter || pid === debuggee))
    for (const pid of [freed, reused]) {
      expect(isRunning(pid)).toBe(true)
      process.kill(pid, 'SIGKILL')
    }
  },
)
