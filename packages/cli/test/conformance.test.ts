import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '@dapplex/client'
import { ToolError } from '@dapplex/protocol'
import { buildDotnet, DapClient, fixture, parseJson, spawnAdapter, z } from '@dapplex/testkit'
import { dapIngress, ordersSubject, surfaceIngress, type Subject, type Ingress } from '@dapplex/testkit/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'

const program = (path: string) => fileURLToPath(new URL(`../../../fixtures/programs/${path}`, import.meta.url))
const built = mkdtempSync(join(tmpdir(), 'dapplex-orders-'))

interface Row {
  readonly subject: Subject
  /** The adapter's own launch arguments, for the raw ways. */
  readonly launch: (subject: Subject) => Record<string, unknown>
  /** Builds what has to be built; resolves with what is launched. */
  readonly build?: () => Promise<string>
}

const interpreted = (subject: Subject) => ({ program: subject.program, args: subject.args, cwd: built })

const rows: readonly Row[] = [
  {
    subject: ordersSubject({
      adapter: 'node',
      program: program('node/orders.js'),
      source: program('node/orders.js'),
      expression: 'count + index + 1',
      caller: '<anonymous>',
      label: "'order 0'",
    }),
    launch: interpreted,
  },
  {
    subject: ordersSubject({
      adapter: 'debugpy',
      program: program('python/orders.py'),
      source: program('python/orders.py'),
      expression: 'count + index + 1',
      caller: 'main',
      label: "'order 0'",
    }),
    launch: (subject) => ({ ...interpreted(subject), console: 'internalConsole' }),
  },
  {
    subject: ordersSubject({
      adapter: 'swank',
      program: program('lisp/orders.lisp'),
      source: program('lisp/orders.lisp'),
      expression: '(+ count index 1)',
      caller: 'run',
      label: '"order 0"',
    }),
    launch: interpreted,
  },
  {
    subject: ordersSubject({
      adapter: 'netcoredbg',
      program: 'orders.dll',
      source: program('dotnet/orders/Program.cs'),
      expression: 'count + index + 1',
      caller: 'main',
      label: '"order 0"',
    }),
    launch: interpreted,
    build: () => buildDotnet(program('dotnet/orders/orders.csproj')),
  },
  {
    // A recording has its arguments in it.
    subject: {
      ...ordersSubject({
        adapter: 'replay',
        program: fixture('transcripts/netcoredbg/orders.ndjson'),
        source: program('dotnet/orders/Program.cs'),
        recordedAs: '/workspace/orders/Program.cs',
        expression: 'count + index + 1',
        caller: 'main',
        label: '"order 0"',
      }),
      args: [],
    },
    launch: ({ program: recording }) => ({ program: recording }),
  },
]

let daemon: DaemonHome
/** Ids of the adapters that this machine has. */
let found: readonly string[]

beforeAll(async () => {
  daemon = await makeDaemonHome()
  const { stdout } = await daemon.dapplex('adapters', '--json')
  found = parseJson(z.array(z.object({ id: z.string(), found: z.boolean() })), stdout)
    .filter((one) => one.found)
    .map((one) => one.id)
})
afterAll(async () => {
  await daemon.end()
  rmSync(built, { recursive: true, force: true })
})

/** `dapplex dap --adapter X`, as an editor runs it. */
const throughDap = (row: Row): Ingress =>
  dapIngress('dapplex dap', {
    open: async ({ adapter }) => {
      const [command, main] = daemon.command
      const process = await spawnAdapter({
        command,
        args: [main, 'dap', '--adapter', adapter],
        env: { DAPPLEX_HOME: daemon.home },
      })
      return new DapClient(process.port, { name: adapter })
    },
    launchArguments: row.launch,
  })

const throughWebSocket = surfaceIngress('WebSocket', async () => {
  const state = parseJson(z.object({ socket: z.string() }), (await daemon.dapplex('status', '--json')).stdout)
  const client = await connect({ socketPath: state.socket, name: 'agent-1', kind: 'agent' })
  return { call: (method, params) => client.call(method, params), close: () => Promise.resolve(client.close()) }
})

const throughCall = surfaceIngress('dapplex call', () =>
  Promise.resolve({
    call: async (method, params) => {
      const { exitCode, stdout, stderr } = await daemon.dapplex('call', method, JSON.stringify(params))
      if (exitCode !== 0)
        throw new ToolError(
          parseJson(
            z.object({ code: z.int(), message: z.string(), data: z.looseObject({ type: z.string() }) }),
            stderr,
          ),
        )
      return parseJson(z.unknown(), stdout)
    },
    close: () => Promise.resolve(),
  }),
)

describe.each(rows)('conformance: $subject.adapter', (row) => {
  test(
    'the same values over raw DAP, over a WebSocket, and with one process a call',
    { timeout: 240_000 },
    async (context) => {
      const { adapter, want } = row.subject
      if (!found.includes(adapter))
        context.skip(`${adapter} is not on this machine; dapplex adapters tells how to get it`)
      const subject = { ...row.subject, ...(row.build === undefined ? {} : { program: await row.build() }) }
      for (const ingress of [throughDap(row), throughWebSocket, throughCall]) {
        expect({ ingress: ingress.name, ...(await ingress.observe(subject)) }).toEqual({
          ingress: ingress.name,
          ...want,
        })
      }
    },
  )
})
