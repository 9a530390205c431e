import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  debugEventType,
  exportedSchema,
  ToolError,
  toolRegistry,
  type JsonSchema,
  type DebugEvent,
} from '@dapplex/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { printAdapters } from './listings/print-adapters.js'
import { printEvents } from './listings/print-events.js'
import { printClients, printSessions, printStatus } from './listings/print-status.js'
import { printTree } from './listings/print-tree.js'
import { reportFailure } from './exit/report-failure.js'
import { runExport } from './session/run-export.js'
import { runLaunch } from './session/run-launch.js'
import { describeEvent } from './terminal/describe-event.js'
import { completeLine } from './terminal/completer.js'
import { formatPrompt } from './terminal/prompt.js'
import { runCommandLine, terminalCommands } from './terminal/run-command-line.js'
import { runTerminalView } from './terminal/terminal-view.js'
import { newMemory, type ViewContext } from './terminal/view-context.js'
import { makePaint } from './output/paint.js'
import { runCall } from './tool/run-call.js'
import { printOverPrompt } from './output/print.js'

/** Clears the screen, sets the title, writes the clipboard, hides text, forges a line, turns the direction; C0, DEL and C1. */
const HOSTILE =
  'a\u001b[2J\u001b]0;t\u0007\u001b]52;c;QQ==\u0007\u001b[8m\u009b2J\u009d0;t\u009c\u007f\b\r\nforged\u202e\u2066\u200f\u2028z'

/** A value that fits the schema, with the hostile text in every field that holds free text. */
function hostileValue(schema: JsonSchema): unknown {
  const [first] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[]
  if (first !== undefined) return hostileValue(first)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  switch (schema.type) {
    case 'array':
      return [hostileValue((schema['items'] ?? {}) as JsonSchema)]
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, hostileValue(one)]))
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return HOSTILE
  }
}

const fake: { failure?: Error | undefined; event: unknown } = { event: undefined }
const client = {
  call: (method: string) => {
    if (fake.failure !== undefined) return Promise.reject(fake.failure)
    const tool = toolRegistry.get(method)
    const result = (tool === undefined ? {} : hostileValue(exportedSchema(tool.result, 'result'))) as object
    // A recording has no next part, and one session is here.
    return Promise.resolve({ ...result, next: undefined, _meta: { session_id: HOSTILE } })
  },
  on: (event: string, listener: (value: unknown) => void) => {
    if (event === 'debug_event') listener(fake.event)
    else listener('closed')
    return () => undefined
  },
  close: () => undefined,
}
vi.mock('./daemon/open-client.js', () => ({
  openClient: () => Promise.resolve(client),
  withClient: (_spec: unknown, use: (one: unknown) => unknown) => Promise.resolve(use(client)),
}))

vi.mock('@dapplex/daemon/files', async (original) => ({
  ...(await original<object>()),
  readDaemonState: () => Promise.resolve({ pid: 1, port: 1, socket: HOSTILE, version: HOSTILE }),
}))

let printed = ''
beforeEach(() => {
  printed = ''
  fake.failure = undefined
  fake.event = { session_id: HOSTILE, type: 'message', by: { name: HOSTILE }, text: HOSTILE }
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => ((printed += String(text)), true))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const view: ViewContext = {
  client: client as unknown as ViewContext['client'],
  sessionId: HOSTILE,
  memory: newMemory(),
  paint: makePaint(false),
  manner: 'script',
  leave: () => undefined,
  print: (text) => void process.stdout.write(`${text}\n`),
}

/** Nothing but text and line ends; colours only where a program's output is shown. */
function expectHarmless(options: { colours?: boolean } = {}): void {
  const text = options.colours === true ? printed.replaceAll(/\u001b\[[\d;]*m/g, '') : printed // eslint-disable-line no-control-regex
  expect(JSON.stringify(text.match(/[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu)), text).toBe('null')
}

describe('the terminal view', () => {
  const words: Readonly<Record<string, string>> = {
    f: '0',
    t: '1',
    p: 'a',
    x: 'a',
    set: 'a = 1',
    watch: 'a',
    until: 'a:1',
    b: 'a:1',
    log: 'a:1 hit',
    unwatch: HOSTILE,
    l: 'total',
    kill: 'now',
    d: '1',
    r: '0',
    say: 'hi',
    in: 'x',
    call: 'sessions_list',
  }
  const lines = terminalCommands.map(({ names: [name] }) => `${name} ${words[name] ?? ''}`.trim())
  test.each([...lines, 'b', 't', 'help', `nonsense${HOSTILE.replaceAll(/\s/g, '')}`])('%j', async (line) => {
    await runCommandLine(view, line)
    const isOutput = line === 'out' || line === 'output'
    expectHarmless({ colours: isOutput })
  })
  test.each(lines)('%j that fails', async (line) => {
    fake.failure = new ToolError({ code: -32000, message: HOSTILE, data: { type: 'INTERNAL', hint: HOSTILE } })
    await runCommandLine(view, line)
    expectHarmless()
  })
  test('names bring no lines of their own', async () => {
    await runCommandLine(view, 'bt')
    await runCommandLine(view, 'locals')
    await runCommandLine(view, 'who')
    expect(printed.split('\n').filter((line) => line.startsWith('forged'))).toEqual([])
  })
  test.each(debugEventType.options)('event %s', (type) => {
    const client_ = { name: HOSTILE }
    const event = {
      session_id: HOSTILE,
      type,
      by: client_,
      client: client_,
      holder: client_,
      reason: HOSTILE,
      text: HOSTILE,
      what: HOSTILE,
      why: HOSTILE,
      command: HOSTILE,
      change: 'taken',
      breakpoint: { file: HOSTILE, line: 1, verified: false },
    }
    // Every member at once, whatever the type: what a line prints of an event is what counts here.
    printOverPrompt(describeEvent(event as unknown as DebugEvent, { file: HOSTILE, function: HOSTILE, line: 1 }) ?? '')
    printed = printed.replace('\r\u001b[J', '')
    expectHarmless({ colours: type === 'output' })
  })
  test('the prompt, and candidates of a completion', async () => {
    printed = formatPrompt(HOSTILE, { state: HOSTILE, location: { path: HOSTILE, line: 1 } })
    expectHarmless()
    expect(await completeLine(view, 'p ')).toEqual([[], ''])
  })
  test('a script', async () => {
    await runTerminalView({ client: view.client, commands: ['bt', 'locals', 'exc'] })
    expectHarmless()
  })
})

describe('the commands', () => {
  const commands: Readonly<Record<string, () => Promise<unknown>>> = {
    status: () => printStatus({ json: false }),
    'status --json': () => printStatus({ json: true }),
    sessions: () => printSessions({ json: false }),
    'sessions --json': () => printSessions({ json: true }),
    clients: () => printClients({ json: false }),
    'clients --json': () => printClients({ json: true }),
    adapters: () => printAdapters({ json: false }),
    'adapters --json': () => printAdapters({ json: true }),
    'tree --json': () => printTree({ json: true }),
    events: () => printEvents({}),
    export: () => runExport(undefined, { format: 'ndjson' }),
    launch: () => runLaunch({ file: 'a', args: [], options: {} }),
    'launch --detach': () => runLaunch({ file: 'a', args: [], options: { detach: true } }),
    'launch --json': () => runLaunch({ file: 'a', args: [], options: { json: true } }),
  }
  test.each(Object.keys(commands))('%s', async (name) => {
    await commands[name]?.()
    expect(printed).not.toBe('')
    expectHarmless()
  })
  test('tree, whose colours are its own', async () => {
    await printTree({})
    expect(printed).toContain('forged')
    expectHarmless({ colours: true })
  })
  test.each([...toolRegistry.keys()])('call %s', async (method) => {
    await runCall({ method, params: {} })
    expectHarmless()
  })
  test.each([true, false])('a failure, as JSON: %s', (asJson) => {
    reportFailure(new ToolError({ code: -32000, message: HOSTILE, data: { type: 'INTERNAL', hint: HOSTILE } }), asJson)
    reportFailure(new Error(HOSTILE), asJson)
    expectHarmless()
  })
})

test('only output/print.ts writes to a terminal; the two proxies write their protocol', () => {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const writers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /process\.std(out|err)\.write|console\.\w+\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(writers.sort()).toEqual(['output/print.ts', 'proxies/run-mcp-proxy.ts'])
})
