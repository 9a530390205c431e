import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { AdapterDefinition } from '@dapplex/protocol'
import {
  buildC,
  buildGo,
  DapClient,
  firstOf,
  fixture,
  markerLine,
  missing,
  must,
  openSession,
  portOf,
  type ProgramName,
  spawnAdapter,
} from '@dapplex/testkit'
import { connectTcp } from '@dapplex/transport'
import { afterEach, describe, expect, test } from 'vitest'
import { genericAdapters } from '../src/index.js'
import { find, startDefined, versionOf, type StartedAdapter } from './start-defined.js'

const definitionOf = (id: string): AdapterDefinition =>
  must(genericAdapters.find((one) => one.definition.id === id)).definition

const started: { kill(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.kill()
})

/** One installed adapter, with a program of the fixtures that it can run. */
interface Case {
  readonly id: string
  readonly needs: readonly ProgramName[]
  readonly program: () => Promise<string>
  readonly source: string
  /** Launch arguments that the definition adds for this program. */
  readonly byProgram?: string
  /** What it sends at the end about the exit code, if it does. */
  readonly exitCode: number | undefined
}

const CASES: readonly Case[] = [
  {
    id: 'debugpy',
    needs: ['debugpy'],
    program: () => Promise.resolve(fixture('programs/python/orders.py')),
    source: 'programs/python/orders.py',
    exitCode: 7,
  },
  {
    id: 'delve',
    needs: ['delve', 'go'],
    program: () => buildGo(fixture('programs/go/orders')),
    source: 'programs/go/orders/main.go',
    exitCode: undefined,
  },
  {
    id: 'delve',
    needs: ['delve', 'go'],
    program: () => Promise.resolve(fixture('programs/go/orders')),
    source: 'programs/go/orders/main.go',
    byProgram: 'folder',
    exitCode: undefined,
  },
  {
    id: 'lldb',
    needs: ['lldb', 'cc'],
    program: () => buildC(fixture('programs/c/orders.c')),
    source: 'programs/c/orders.c',
    exitCode: 7,
  },
]

/** The launch arguments of a definition, for the parts that these tests use. */
function launchArguments({ launch }: AdapterDefinition, program: string, byProgram?: string): Record<string, unknown> {
  const names = must(launch)
  const cwd = dirname(fixture('programs/README.md'))
  const env = names.env?.form === 'list' ? ['ORDERS=1'] : { ORDERS: '1' }
  return {
    ...names.fixed,
    ...names.byProgram?.find((one) => byProgram !== undefined && one.programs.includes(byProgram))?.fixed,
    [names.program]: program,
    ...(names.args === undefined ? {} : { [names.args]: ['7'] }),
    ...(names.cwd === undefined ? {} : { [names.cwd]: cwd }),
    ...(names.programFolder === undefined
      ? {}
      : { [names.programFolder]: byProgram === undefined ? dirname(program) : program }),
    ...(names.env === undefined ? {} : { [names.env.name]: env }),
  }
}

async function start(id: string): Promise<{ client: DapClient; adapter: StartedAdapter }> {
  const definition = definitionOf(id)
  const found = find(definition)
  if (found === undefined) throw new Error(`the definition of ${id} does not find it`)
  const adapter = await startDefined(definition, found)
  started.push(adapter)
  return { client: new DapClient(adapter.port, { name: id }), adapter }
}

describe.each(CASES)('$id $byProgram', ({ id, needs, program, source, byProgram, exitCode }) => {
  const why = missing(...needs)

  test('launch, breakpoint, stack, continue, exit', async ({ skip }) => {
    skip(why !== undefined, why)
    const path = fixture(source)
    const line = markerLine(path, 'BREAK: body')
    const launch = launchArguments(definitionOf(id), await program(), byProgram)
    const { client, adapter } = await start(id)
    const session = await openSession(client, {
      request: 'launch',
      arguments: launch,
      initialize: { adapterID: id, supportsRunInTerminalRequest: false },
      breakpoints: { [path]: [line] },
      // With its default filters debugpy stops at `sys.exit(7)`.
      exceptionFilters: [],
    })
    expect(session.breakpoints[path]).toMatchObject([{ verified: true, line }])
    const stopped = await client.waitForEvent('stopped')
    expect(stopped.body.reason).toBe('breakpoint')
    const { stackFrames } = await client.expectSuccess('stackTrace', {
      threadId: must(stopped.body.threadId),
      startFrame: 0,
      levels: 20,
    })
    expect(stackFrames[0]).toMatchObject({ line, source: { path } })
    const { scopes } = await client.expectSuccess('scopes', { frameId: firstOf(stackFrames).id })
    const { variables } = await client.expectSuccess('variables', {
      variablesReference: firstOf(scopes).variablesReference,
    })
    expect(variables.find(({ name }) => name === 'count')?.value).toBe('3')

    await client.expectSuccess('setBreakpoints', { source: { path }, breakpoints: [] })
    await client.expectSuccess('continue', { threadId: must(stopped.body.threadId) })
    await client.waitForEvent('terminated')
    expect(client.events('exited').map(({ body }) => body.exitCode)).toEqual(exitCode === undefined ? [] : [exitCode])
    // An adapter may go before it has answered: lldb-vscode 14 does.
    await client.request('disconnect', {}).catch(() => client.closed)
    // Told by the definition: on its own streams, or as output events.
    const told = client.events('output').map(({ body }) => body.output)
    const { start: how } = definitionOf(id)
    const output =
      how.kind !== 'stdio' && how.kind !== 'connect' && how.streams === 'program' ? adapter.stdout() : told.join('')
    expect(output).toContain('grand total: 225')
  })

  test('mux 1: two conditions joined stop for either', async ({ skip }) => {
    skip(why !== undefined, why)
    const path = fixture(source)
    const line = markerLine(path, 'BREAK: body')
    const { open, or, close } = must(definitionOf(id).traits.conditions)
    const condition = ['index == 1', 'index == 3'].map((one) => `${open}${one}${close}`).join(or)
    const { client } = await start(id)
    await openSession(client, {
      request: 'launch',
      arguments: launchArguments(definitionOf(id), await program(), byProgram),
      initialize: { adapterID: id, supportsRunInTerminalRequest: false },
      breakpoints: { [path]: [{ line, condition }] },
      exceptionFilters: [],
    })
    let mark = 0
    for (const index of ['1', '3']) {
      const { body } = await client.waitForEvent('stopped', () => true, { after: mark })
      mark = client.mark()
      const { stackFrames } = await client.expectSuccess('stackTrace', { threadId: must(body.threadId), levels: 1 })
      const value = await client.expectSuccess('evaluate', {
        expression: 'index',
        frameId: firstOf(stackFrames).id,
        context: 'watch',
      })
      expect(value.result).toBe(index)
      await client.expectSuccess('continue', { threadId: must(body.threadId) })
    }
    await client.waitForEvent('terminated')
  })
})

describe('debugpy attach', () => {
  const why = missing('debugpy')
  const script = fixture('programs/python/orders.py')
  const line = markerLine(script, 'BREAK: wait')
  const [python, ...module] = find(definitionOf('debugpy')) ?? ['python3']

  async function stopsAt(client: DapClient, attach: Record<string, unknown>) {
    await openSession(client, {
      request: 'attach',
      arguments: { ...definitionOf('debugpy').attach?.fixed, ...attach },
      initialize: { adapterID: 'debugpy' },
      breakpoints: { [script]: [line] },
    })
    const stopped = await client.waitForEvent('stopped')
    const { stackFrames } = await client.expectSuccess('stackTrace', { threadId: must(stopped.body.threadId) })
    expect(stackFrames[0]?.line).toBe(line)
    await client.expectSuccess('disconnect', { terminateDebuggee: false })
  }

  const run = async (args: readonly string[]): Promise<ChildProcess> => {
    const child = spawn(python, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    started.push({
      kill: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      },
    })
    await once(child.stdout, 'data')
    return child
  }

  test('by address: DAP is spoken on the port of the program itself', async ({ skip }) => {
    skip(why !== undefined, why)
    const port = await freePort()
    const child = await run(['-u', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, script, 'wait'])
    const client = new DapClient(await connectTcp({ host: '127.0.0.1', port }))
    await stopsAt(client, { connect: { host: '127.0.0.1', port } })
    expect(child.exitCode).toBeNull()
  })

  /**
   * Why gdb, by which debugpy gets into a process, cannot call a function there; undefined where it can. gdb 13 cannot on a processor with
   * more registers than it knows, and the program ends with errno 514 (measured).
   */
  const whyNoCall = async (): Promise<string | undefined> => {
    const { pid } = await run(['-u', '-c', 'import time\nprint("on")\nwhile True: time.sleep(0.02)'])
    const { stderr } = spawnSync('gdb', ['-p', String(pid), '-batch', '-ex', 'call (int)getpid()'], {
      encoding: 'utf8',
    })
    const [said] = /^Couldn't write .*$/m.exec(stderr) ?? []
    return said === undefined ? undefined : `gdb cannot call a function in a process here: ${said}`
  }

  test('by process id', async ({ skip }) => {
    skip(why !== undefined, why)
    const noCall = await whyNoCall()
    skip(noCall !== undefined, noCall)
    const child = await run(['-u', script, 'wait'])
    const adapter = await spawnAdapter({ command: python, args: module })
    started.push(adapter)
    await stopsAt(new DapClient(adapter.port), { processId: child.pid })
    expect(child.exitCode).toBeNull()
  })
})

/** debugpy wants to be told a port: one that was free just now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

test('gdb: the installed one is told apart from one that is new enough', ({ skip }) => {
  const definition = definitionOf('gdb')
  const found = find(definition)
  if (found === undefined) return skip('gdb is not installed')
  expect(versionOf(definition, found)).toMatch(/^\d+\.\d+$/)
})

test('delve: its version is read', ({ skip }) => {
  const definition = definitionOf('delve')
  const found = find(definition)
  if (found === undefined) return skip('dlv is not installed')
  expect(versionOf(definition, found)).toMatch(/^\d+\.\d+\.\d+$/)
})
