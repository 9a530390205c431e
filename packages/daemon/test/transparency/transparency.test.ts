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
import { allowed, type AllowedDifference } from './allowed.js'
import { digestOf, type Digest } from './digest.js'
import { playTour, type TourProgram } from './tour.js'

interface Subject {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly program: () => Promise<TourProgram>
  /** The first start on a machine says more than the later ones. */
  readonly warmUp?: boolean
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
    warmUp: true,
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
  const printed = { stdout: '', stderr: '' }
  const { start } = module.definition
  if ('streams' in start && start.streams === 'program')
    running.onProgramOutput(({ category, text }) => (printed[category] += text))
  try {
    await playTour(client, program)
  } finally {
    await client.close()
    await running.end({ graceMs: 1000, spare: false })
  }
  const digest = digestOf(client, { '<fixtures>': FIXTURES })
  // Where a program writes on its adapter's own streams, dapplex makes output events of it.
  return printed.stdout === '' ? digest : { ...digest, output: { ...digest.output, stdout: printed.stdout } }
}

async function playThrough(adapter: string, program: TourProgram): Promise<Digest> {
  const client = await daemon.dapOverSocket(`${adapter} through dapplex`)
  await client.expectSuccess('dapplex_hello', { adapter })
  await playTour(client, program)
  await client.close()
  expect(client.violations).toEqual([])
  return digestOf(client, { '<fixtures>': FIXTURES })
}

const races = allowed.filter(({ isRace }) => isRace)
const applyAll = (differences: readonly AllowedDifference[], digest: Digest): Digest =>
  differences.reduce((changed, difference) => difference.apply(changed), digest)

describe.each(subjects)('mux 20, 21, 22: a lone client of $adapter', ({ adapter, needs, program, warmUp = false }) => {
  test(`sees through dapplex what it sees directly [${adapter}]`, async (context) => {
    const reason = missing(...needs)
    if (reason !== undefined) context.skip(reason)
    const tour = await program()
    if (warmUp) await playDirect(adapter, tour)
    const direct = await playDirect(adapter, tour)
    const through = await playThrough(adapter, tour)
    const { responses: hello, ...rest } = through
    const want = applyAll(allowed, direct)
    const responses = hello.filter((line) => !line.startsWith('response dapplex_hello'))
    expect(applyAll(races, { ...rest, responses })).toEqual(want)
  })
})
