import { connect } from '@dapplex/client'
import { buildDotnet, buildGo, fixture, markerLine, missing, type ProgramName } from '@dapplex/testkit'
import { readFileSync } from 'node:fs'
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
  /** The variable that is wrong, as it was at the first stop, and its wrong value, at the third. */
  readonly wrong: { readonly name: string; readonly right: string; readonly value: string }
}
const DAY_MS = 86_400_000
const DAY_LATER = new URL('day-later.mjs', import.meta.url).href
const LANGUAGES: readonly Language[] = [
  {
    language: 'Python',
    needs: ['debugpy'],
    source: fixture('programs/python/crash.py'),
    exception: 'KeyError',
    function: 'price_of',
    wrong: { name: 'item', right: "'apple'", value: "'plum'" },
  },
  {
    language: 'JavaScript',
    needs: [],
    source: fixture('programs/node/crash.cjs'),
    exception: 'TypeError',
    function: 'priceOf',
    wrong: { name: 'item', right: "'apple'", value: "'plum'" },
  },
  {
    language: 'Lisp',
    needs: ['sbcl'],
    source: fixture('programs/lisp/crash.lisp'),
    exception: 'type-error',
    function: 'price-of',
    wrong: { name: 'item', right: '"apple"', value: '"plum"' },
    condition: '(= count 5)',
  },
  {
    language: 'Go',
    needs: ['go', 'delve'],
    source: fixture('programs/go/crash/main.go'),
    build: () => buildGo(fixture('programs/go/crash')),
    exception: 'panic',
    function: 'priceOf',
    wrong: { name: 'kind', right: '0', value: '5' },
  },
  {
    language: 'C#',
    needs: ['dotnet', 'netcoredbg'],
    source: fixture('programs/dotnet/crash/Program.cs'),
    build: () => buildDotnet(fixture('programs/dotnet/crash/crash.csproj')),
    exception: 'NullReferenceException',
    function: 'PriceOf',
    wrong: { name: 'item', right: '"apple"', value: '"plum"' },
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
  const { needs, source, exception, function: name, wrong, condition = 'count == 5' } = language
  const why = missing('tmux', ...needs)
  const title =
    'dapplex replay shows it in a terminal a day later: runs to where a condition was met, steps back, lists the stops, tells when a value was first wrong, and goes there'
  test.skipIf(why !== undefined)(why ?? title, async () => {
    const recording = await crash(language)
    const began = Date.now()
    const command = [...daemon.command, 'replay', recording, '--attach']
    // The terminal, and the daemon that it starts.
    const env = { ...daemon.env, NODE_OPTIONS: `--import=${DAY_LATER}` }
    const screen = (terminal = await RealTerminal.open({ command, env, columns: 100, rows: 60 }))
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
    // At which stop it was first wrong.
    await screen.line(`hist ${wrong.name}`)
    await said(`hist ${wrong.name}`, String.raw`#1  ${wrong.right}  in .*[^]*#3(?:–#4)?  ${wrong.value} `)
    await screen.line(`b ${source}:${line} if ${condition}`)
    await said('b ', 'if .*  by terminal')
    await screen.line('c')
    await said('c\n', String.raw`stopped: breakpoint at [^]*\* count = 5`)
    await screen.line('go 4')
    await said('go 4', exception)
    await screen.line('n')
    await said('n', 'stop 4 of 4: this is the last recorded stop')
    await screen.line('bt')
    await said('bt', String.raw`#\d+ .*${name}.* at [^]*#\d+ .*[Tt]otal.* at `)
    await screen.line('back')
    await said('back', 'stopped: breakpoint')
    await screen.line('exc')
    await said('exc', 'no exception at this stop')
    await screen.line('past 1')
    await said('past 1', String.raw`${wrong.name} .*= ${wrong.right}`)
    await screen.line('past 3')
    await said('past 3', String.raw`${wrong.name} .*= ${wrong.value}`)
    await screen.line('p count')
    await said('p count', String.raw`\n5\n`)
    await screen.line('rc')
    await said('rc', 'stopped: [^]*stop 1 of 4')
    await screen.line('q')
    expect(await screen.ended()).toBe(0)
    const [last = ''] = readFileSync(join(daemon.home, 'log', 'daemon.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(-1)
    expect(JSON.parse(last)).toMatchObject({ time: expect.toSatisfy((time: number) => time - began >= DAY_MS) })
    await daemon.dapplex('daemon', 'stop')
  })
})
