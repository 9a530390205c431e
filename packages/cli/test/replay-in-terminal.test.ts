import { connect } from '@dapplex/client'
import { buildDotnet, buildGo, fixture, markerLine, missing, type ProgramName } from '@dapplex/testkit'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'
import { RealTerminal } from './real-terminal.js'

interface Language {
  readonly language: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  readonly exception: string
  readonly function: string
  readonly condition?: string
}
const LANGUAGES: readonly Language[] = [
  {
    language: 'Python',
    needs: ['debugpy'],
    source: fixture('programs/python/crash.py'),
    exception: 'KeyError',
    function: 'price_of',
  },
  {
    language: 'JavaScript',
    needs: [],
    source: fixture('programs/node/crash.cjs'),
    exception: 'TypeError',
    function: 'priceOf',
  },
  {
    language: 'Lisp',
    needs: ['sbcl'],
    source: fixture('programs/lisp/crash.lisp'),
    exception: 'type-error',
    function: 'price-of',
    condition: '(= count 5)',
  },
  {
    language: 'Go',
    needs: ['go', 'delve'],
    source: fixture('programs/go/crash/main.go'),
    build: () => buildGo(fixture('programs/go/crash')),
    exception: 'panic',
    function: 'priceOf',
  },
  {
    language: 'C#',
    needs: ['dotnet', 'netcoredbg'],
    source: fixture('programs/dotnet/crash/Program.cs'),
    build: () => buildDotnet(fixture('programs/dotnet/crash/crash.csproj')),
    exception: 'NullReferenceException',
    function: 'PriceOf',
  },
]

let daemon: DaemonHome
let terminal: RealTerminal | undefined
beforeAll(async () => {
  daemon = await makeDaemonHome()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await terminal?.screen())
  await terminal?.close()
})
afterAll(() => daemon.end())

/** An agent runs the program into its crash and does not look; then the daemon is stopped. Gives the name of the recording. */
async function crash({ source, build }: Language): Promise<string> {
  const program = build === undefined ? source : await build()
  await daemon.dapplex('daemon', 'start')
  const agent = await connect({ socketPath: join(daemon.home, 'dapplex.sock'), name: 'night' })
  const breakpoints = [{ file: source, line: markerLine(source, 'CRASH') }]
  let stop: { readonly reason?: string | undefined } = await agent.call('debug_launch', {
    program,
    breakpoints,
    wait_ms: 100_000,
    timeout_ms: 200_000,
  })
  while (stop.reason !== 'exception') stop = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
  agent.close()
  await daemon.dapplex('daemon', 'stop')
  const [{ name }] = JSON.parse((await daemon.dapplex('record', '--json')).stdout) as [{ name: string }]
  return name
}

describe.each(LANGUAGES)('a crash of last night in $language', (language) => {
  const { needs, source, exception, function: name, condition = 'count == 5' } = language
  const why = missing('tmux', ...needs)
  const title =
    'dapplex replay shows it in a terminal: runs to where a condition was met, steps back, lists the stops, tells when a value was wrong, and goes there'
  test.skipIf(why !== undefined)(why ?? title, async () => {
    const recording = await crash(language)
    const command = [...daemon.command, 'replay', recording, '--attach']
    const screen = (terminal = await RealTerminal.open({ command, env: daemon.env, columns: 100, rows: 60 }))
    const line = markerLine(source, 'CRASH')
    const place = String.raw`${basename(source).replace('.', String.raw`\.`)}:${line}`
    const prompt = String.raw`s\d+ stopped[^\n]*> *$`
    const said = (typed: string, text: string) =>
      screen.until(new RegExp(String.raw`> ${typed}[^]*${text}[^]*${prompt}`))

    await screen.until(new RegExp(String.raw`> +${line}  [^]*${prompt}`))
    await screen.line('stops')
    const listed = await said('stops', String.raw`#4  .* exception \S*${exception} .*\(night\)`)
    expect(listed).toMatch(
      new RegExp(
        String.raw`#2 .* breakpoint at .*${name}.* at ${place} \(night\)\n(?: .*\n)*? +\* count = 1 \(was 2\)`,
      ),
    )
    await screen.line('hist count')
    await said('hist', String.raw`#1  2  in .*${name}.*:${line}[^]*#2  1 [^]*#3–#4  5 `)
    await screen.line(`b ${source}:${line} if ${condition}`)
    await said('b ', 'if .*  by terminal')
    await screen.line('c')
    await said('c\n', String.raw`stopped: breakpoint at [^]*\* count = 5`)
    await screen.line('go 4')
    await said('go 4', exception)
    await screen.line('bt')
    await said('bt', String.raw`#\d+ .*${name}.* at [^]*#\d+ .*[Tt]otal.* at `)
    await screen.line('back')
    await said('back', 'stopped: breakpoint')
    await screen.line('exc')
    await said('exc', 'no exception at this stop')
    await screen.line('past 1')
    await said('past 1', String.raw`count .*= 2`)
    await screen.line('p count')
    await said('p count', String.raw`\n5\n`)
    await screen.line('rc')
    await said('rc', 'stopped: [^]*count = 2')
    await screen.line('q')
    expect(await screen.ended()).toBe(0)
  })
})
