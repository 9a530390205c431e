import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildC,
  buildDotnet,
  buildGo,
  DapClient,
  fixture,
  FIXTURES,
  markerLine,
  missing,
  type ProgramName,
} from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AdapterLookup } from '../../src/adapters/adapter-lookup.js'
import { adapterModules } from '../../src/adapters/modules.js'
import { startAdapter } from '../../src/adapters/supervise/start-adapter.js'
import { Watchdog } from '../../src/adapters/supervise/watchdog.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { allowed } from './allowed.js'
import { digestOf, type Digest } from './digest.js'
import { playTour, type TourProgram } from './tour.js'

interface Subject {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly program: () => Promise<TourProgram>
}

const scratch = mkdtempSync(join(tmpdir(), 'dapplex-tour-'))
const tourOf = (source: string, launch: Readonly<Record<string, unknown>>): TourProgram => ({
  launch: { cwd: scratch, args: [], ...launch },
  source,
  line: markerLine(source, 'body'),
  good: 'count + index',
  bad: 'no_such_name + 1',
  variable: 'discount',
  value: '2',
  condition: 'index == 3',
})

const subjects: readonly Subject[] = [
  {
    adapter: 'node',
    needs: [],
    program: () =>
      Promise.resolve(tourOf(fixture('programs/node/orders.js'), { program: fixture('programs/node/orders.js') })),
  },
  {
    adapter: 'debugpy',
    needs: ['debugpy'],
    program: () =>
      Promise.resolve(
        tourOf(fixture('programs/python/orders.py'), {
          program: fixture('programs/python/orders.py'),
          console: 'internalConsole',
        }),
      ),
  },
  {
    adapter: 'lldb',
    needs: ['lldb', 'cc'],
    program: async () =>
      tourOf(fixture('programs/c/orders.c'), { program: await buildC(fixture('programs/c/orders.c')) }),
  },
  {
    adapter: 'delve',
    needs: ['delve', 'go'],
    program: async () =>
      tourOf(fixture('programs/go/orders/main.go'), {
        mode: 'exec',
        program: await buildGo(fixture('programs/go/orders')),
      }),
  },
  {
    adapter: 'swank',
    needs: ['sbcl'],
    program: () =>
      Promise.resolve({
        ...tourOf(fixture('programs/lisp/orders.lisp'), { program: fixture('programs/lisp/orders.lisp') }),
        good: '(+ count index)',
        bad: '(+ 1 no-such-name)',
        condition: '(= index 3)',
      }),
  },
  {
    adapter: 'netcoredbg',
    needs: ['netcoredbg', 'dotnet'],
    program: async () =>
      tourOf(fixture('programs/dotnet/orders/Program.cs'), {
        program: await buildDotnet(fixture('programs/dotnet/orders/orders.csproj')),
      }),
  },
]

let daemon: TestDaemon
const watchdog = new Watchdog()
beforeAll(async () => {
  daemon = await testDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await watchdog.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** The tour with the adapter alone, started just as the daemon starts it. */
async function playDirect(adapter: string, program: TourProgram): Promise<Digest> {
  const lookup = new AdapterLookup(adapterModules, process.env)
  const module = lookup.named(adapter)
  const location = await lookup.locate(module, { args: {}, cwd: undefined })
  const running = await startAdapter({
    definition: module.definition,
    location,
    address: undefined,
    cwd: scratch,
    env: process.env,
    owner: 'tour',
    watchdog,
  })
  const client = new DapClient(running.port, { name: `${adapter} alone` })
  try {
    await playTour(client, program)
  } finally {
    await client.close()
    await running.end({ graceMs: 1000, spare: false })
  }
  return digestOf(client, { '<fixtures>': FIXTURES })
}

async function playThrough(adapter: string, program: TourProgram): Promise<Digest> {
  const client = await daemon.dapOverSocket(`${adapter} through dapplex`)
  await client.expectSuccess('dapplex_hello', { adapter })
  await playTour(client, program)
  await client.close()
  expect(client.violations).toEqual([])
  return digestOf(client, { '<fixtures>': FIXTURES })
}

describe.each(subjects)('mux 20, 21, 22: a lone client of $adapter', ({ adapter, needs, program }) => {
  test('sees through dapplex what it sees directly', { timeout: 180_000 }, async (context) => {
    const reason = missing(...needs)
    if (reason !== undefined) context.skip(reason)
    const tour = await program()
    const direct = await playDirect(adapter, tour)
    const through = await playThrough(adapter, tour)
    const { responses: hello, ...rest } = through
    const want = allowed.reduce((digest, difference) => difference.apply(digest), direct)
    expect({ ...rest, responses: hello.filter((line) => !line.startsWith('response dapplex_hello')) }).toEqual(want)
  })
})
