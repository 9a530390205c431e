import { dirname } from 'node:path'
import { buildC, buildDotnet, buildGo, missing, openSession, type DapClient, type ProgramName } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ScratchFolder } from './support/scratch-folder.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const LINES = 4000
const scratch = new ScratchFolder('last-words')
let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(async () => {
  await host.stop()
  scratch.remove()
})

const write = (name: string, text: string) => scratch.write(name, text)

/** Each program prints `LINES` lines and ends. */
interface Case {
  readonly adapter: string
  readonly how?: string
  readonly needs: readonly ProgramName[]
  readonly program: () => Promise<string>
  /** Launch arguments of an editor. */
  readonly args?: Readonly<Record<string, unknown>>
}

const python = () => Promise.resolve(write('many.py', `for i in range(${LINES}):\n    print("line", i)\n`))
/** Its output passes by `sys.stdout`. */
const pythonDescriptor = () =>
  Promise.resolve(write('raw.py', `import os\nfor i in range(${LINES}):\n    os.write(1, b"line %d\\n" % i)\n`))
const go = () => {
  write('many/go.mod', 'module many\n\ngo 1.19\n')
  const main = `package main\n\nimport "fmt"\n\nfunc main() {\n\tfor i := 0; i < ${LINES}; i++ {\n\t\tfmt.Println("line", i)\n\t}\n}\n`
  return buildGo(dirname(write('many/main.go', main)))
}
const c = () =>
  buildC(
    write(
      'many.c',
      `#include <stdio.h>\nint main(void) { for (int i = 0; i < ${LINES}; i++) printf("line %d\\n", i); }\n`,
    ),
  )
const node = () => Promise.resolve(write('many.cjs', `for (let i = 0; i < ${LINES}; i += 1) console.log('line', i)\n`))
const lisp = () => Promise.resolve(write('many.lisp', `(dotimes (i ${LINES}) (format t "line ~d~%" i))\n`))
const dotnet = () => {
  const project =
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>'
  write('dotnet/Many.cs', `for (var i = 0; i < ${LINES}; i++) System.Console.WriteLine("line " + i);\n`)
  return buildDotnet(write('dotnet/many.csproj', project))
}

const CASES: readonly Case[] = [
  { adapter: 'debugpy', needs: ['debugpy'], program: python, args: { console: 'internalConsole' } },
  {
    adapter: 'debugpy',
    how: 'past sys.stdout',
    needs: ['debugpy'],
    program: pythonDescriptor,
    args: { console: 'internalConsole', redirectOutput: true },
  },
  {
    adapter: 'debugpy',
    how: 'in a terminal',
    needs: ['debugpy'],
    program: pythonDescriptor,
    args: { console: 'integratedTerminal', redirectOutput: false },
  },
  { adapter: 'delve', needs: ['delve', 'go'], program: go, args: { mode: 'exec' } },
  { adapter: 'lldb', needs: ['lldb', 'cc'], program: c },
  { adapter: 'node', needs: [], program: node },
  { adapter: 'swank', needs: ['sbcl'], program: lisp },
  { adapter: 'netcoredbg', needs: ['netcoredbg', 'dotnet'], program: dotnet },
]

const wanted = Array.from({ length: LINES }, (_, index) => `line ${index}`)

interface AnyEvent {
  readonly event: string
  readonly body?: { readonly output?: string; readonly category?: string }
}

const eventsOf = (client: DapClient): AnyEvent[] =>
  client.timeline.entries.flatMap(({ dir, message }) => (dir === 'in' && 'event' in message ? [message] : []))

const namesOf = (client: DapClient): string[] => eventsOf(client).map(({ event }) => event)

/** The lines that came before the first of these events. */
function linesBefore(client: DapClient, ends: readonly string[]): string[] {
  const events = eventsOf(client)
  const end = events.findIndex(({ event }) => ends.includes(event))
  return linesOf(
    events
      .slice(0, end)
      .flatMap(({ event, body }) => (event === 'output' && body?.category === 'stdout' ? [body.output ?? ''] : [])),
  )
}

const linesOf = (pieces: readonly string[]): string[] =>
  pieces
    .join('')
    .split(/\r?\n/)
    .filter((line) => line.startsWith('line '))

interface Notification {
  readonly params?: {
    readonly session_id?: string
    readonly type?: string
    readonly category?: string
    readonly text?: string
  }
}

describe.each(CASES)('mux 22: all output of a program comes before its end: $adapter $how', (one) => {
  const { adapter, needs, program, args } = one
  const why = missing(...needs)
  let path = ''
  beforeAll(async () => {
    if (why === undefined) path = await program()
  })

  test('mux 22: for an editor, before `exited` and `terminated`', async ({ skip }) => {
    skip(why !== undefined, why)
    const editor = await host.dapOverSocket()
    await openSession(editor, {
      request: 'launch',
      arguments: { type: adapter, program: path, ...args },
      initialize: { supportsRunInTerminalRequest: false },
      exceptionFilters: [],
    })
    await editor.waitForEvent('terminated')
    await editor.expectSuccess('disconnect', {})
    expect(linesBefore(editor, ['exited', 'terminated'])).toEqual(wanted)
    expect(namesOf(editor).at(-1)).toBe('terminated')
    expect(editor.events('exited').map(({ body }) => body)).toEqual([{ exitCode: 0 }])
    await editor.close()
  })

  test('mux 22: for an agent, before `ended`', async ({ skip }) => {
    skip(why !== undefined, why)
    const agent = await host.agent()
    await agent.call('events_subscribe')
    const launch = { program: path, adapter, timeout_ms: 60_000 }
    const { session_id } = await agent.call('debug_launch', launch)
    const isOfSession = ({ params }: Notification) => params?.session_id === session_id
    const isEnd = ({ params }: Notification) => params?.type === 'exited' || params?.type === 'ended'
    const before: Notification[] = []
    for (;;) {
      const message = (await agent.next(isOfSession)) as Notification
      if (isEnd(message)) break
      before.push(message)
    }
    const said = before.flatMap(({ params }) => (params?.category === 'stdout' ? [params.text ?? ''] : []))
    expect(linesOf(said)).toEqual(wanted)
    await agent.close()
  })
})
