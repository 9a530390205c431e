import { spawnSync } from 'node:child_process'
import {
  buildC,
  buildDotnet,
  buildGo,
  byName,
  commandOf,
  DapClient,
  dapSchema,
  firstOf,
  fixture,
  groupMembers,
  markerLine,
  missing,
  must,
  openSession,
  type ProgramName,
  spawnAdapter,
  type SpawnedAdapter,
  spawnListeningAdapter,
  untilGone,
} from '@dapplex/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** `orders` in one language, under its adapter. */
interface Row {
  readonly adapter: ProgramName
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build: () => Promise<string>
  /** How it is run without a debugger. */
  readonly run: (program: string) => readonly [string, ...string[]]
  readonly open: () => Promise<SpawnedAdapter>
  readonly launch: (program: string, args: string[]) => Readonly<Record<string, unknown>>
  /** Sends `exited`. */
  readonly saysExitCode: boolean
  /** What the program prints comes as `output` events. */
  readonly carriesOutput: boolean
}

const stdio = (name: ProgramName) => async () => {
  const [command, ...args] = commandOf(name)
  return spawnAdapter({ command, args })
}

const rows: readonly Row[] = [
  {
    adapter: 'debugpy',
    needs: ['debugpy'],
    source: 'programs/python/orders.py',
    build: () => Promise.resolve(fixture('programs/python/orders.py')),
    run: (program) => [commandOf('debugpy')[0], program],
    open: stdio('debugpy'),
    launch: (program, args) => ({ program, args, python: [commandOf('debugpy')[0]], console: 'internalConsole' }),
    saysExitCode: true,
    carriesOutput: true,
  },
  {
    adapter: 'lldb',
    needs: ['lldb', 'cc'],
    source: 'programs/c/orders.c',
    build: () => buildC(fixture('programs/c/orders.c')),
    run: (program) => [program],
    open: stdio('lldb'),
    launch: (program, args) => ({ program, args }),
    saysExitCode: true,
    carriesOutput: true,
  },
  {
    adapter: 'delve',
    needs: ['delve', 'go'],
    source: 'programs/go/orders/main.go',
    build: () => buildGo(fixture('programs/go/orders')),
    run: (program) => [program],
    open: async () => {
      const [command, ...args] = commandOf('delve')
      return spawnListeningAdapter({ command, args, listening: /listening at: 127\.0\.0\.1:(\d+)/ })
    },
    launch: (program, args) => ({ mode: 'exec', program, args }),
    // dlv 1.20.2 tells the exit code only in a line of output, and lets the program print on its own stdout.
    saysExitCode: false,
    carriesOutput: false,
  },
  {
    adapter: 'netcoredbg',
    needs: ['netcoredbg', 'dotnet'],
    source: 'programs/dotnet/orders/Program.cs',
    build: () => buildDotnet(fixture('programs/dotnet/orders/orders.csproj')),
    run: (program) => [commandOf('dotnet')[0], program],
    open: stdio('netcoredbg'),
    launch: (program, args) => ({ program: commandOf('dotnet')[0], args: [program, ...args] }),
    saysExitCode: true,
    carriesOutput: true,
  },
]

const OUTPUT = `order 0: 3 items, 60
order 1: 2 items, 40
order 2: 1 items, 7
order 3: 3 items, 18
order 4: 1 items, 100
grand total: 225
`

const skipped = (row: Row) => missing(...row.needs)

describe.each(rows.map((row) => ({ ...row, why: skipped(row) })))('orders under $adapter', (row) => {
  let adapter: SpawnedAdapter | undefined
  beforeEach((context) => {
    if (row.why !== undefined) context.skip(row.why)
  })
  afterEach(async () => adapter?.kill())

  test('prints the same in every language, and takes its exit code', async () => {
    const [command, ...args] = row.run(await row.build())
    const { stdout, status } = spawnSync(command, [...args, '5'], { encoding: 'utf8' })
    expect({ stdout: stdout.replaceAll('\r\n', '\n'), status }).toEqual({ stdout: OUTPUT, status: 5 })
    expect(spawnSync(command, args).status).toBe(0)
  })

  test('stops, shows, changes, steps, ends, leaves nothing', async () => {
    const source = fixture(row.source)
    const body = markerLine(source, 'BREAK: body')
    const program = await row.build()
    adapter = await row.open()
    const client = new DapClient(adapter.port, { name: row.adapter })
    await openSession(client, {
      request: 'launch',
      arguments: row.launch(program, ['4']),
      breakpoints: { [source]: [body] },
      exceptionFilters: [],
    })
    const { threadId = 0 } = (await client.waitForEvent('stopped', ({ body }) => body.reason === 'breakpoint')).body
    const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 20 })
    expect(stackFrames[0]).toMatchObject({ line: body, source: { path: source } })
    expect(stackFrames[1]?.line).toBe(markerLine(source, 'BREAK: loop'))

    const { scopes } = await client.expectSuccess('scopes', { frameId: firstOf(stackFrames).id })
    const holders = scopes.filter((one) => !one.expensive).map((one) => one.variablesReference)
    const lists = await Promise.all(
      holders.map((variablesReference) => client.expectSuccess('variables', { variablesReference })),
    )
    const variables = lists.flatMap((list, i) => list.variables.map((one) => ({ ...one, holder: must(holders[i]) })))
    const named = (name: string) => byName(variables, name)
    expect(named('count').value).toBe('3')
    expect(named('label').value).toContain('order 0')
    expect(named('order').variablesReference).toBeGreaterThan(0)
    expect(named('prices').variablesReference).toBeGreaterThan(0)

    await client.expectSuccess('setVariable', {
      variablesReference: named('discount').holder,
      name: 'discount',
      value: '7',
    })
    await client.expectSuccess('setBreakpoints', { source: { path: source }, breakpoints: [] })
    const mark = client.mark()
    await client.expectSuccess('next', { threadId })
    await client.waitForEvent('stopped', ({ body }) => body.reason === 'step', { after: mark })
    await client.expectSuccess('continue', { threadId })
    await client.waitForEvent('terminated')
    if (row.saysExitCode) expect((await client.waitForEvent('exited')).body.exitCode).toBe(4)
    const output = client.events('output').filter(({ body }) => body.category !== 'telemetry')
    const printed = output.map(({ body }) => body.output).join('')
    if (row.carriesOutput) expect(printed.replaceAll('\r\n', '\n')).toContain('order 0: 3 items, 53\n')

    expect(client.violations).toEqual([])
    expect(client.timeline.entries.flatMap(({ message }) => dapSchema().check(message))).toEqual([])
    // An adapter may go before it has answered: lldb-vscode 14 does.
    await client.request('disconnect', { terminateDebuggee: true }).catch(() => client.closed)
    const { pid } = adapter
    await client.close()
    await adapter.kill()
    await untilGone(() => groupMembers(pid))
  })
})
