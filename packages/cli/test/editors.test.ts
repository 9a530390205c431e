import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { connect, type Client, type DebugEventMessage } from '@dapplex/client'
import {
  commandOf,
  DapClient,
  fixture,
  markerLine,
  missing,
  must,
  openSession,
  readJson,
  spawnAdapter,
  z,
} from '@dapplex/testkit'
import { connectTcp } from '@dapplex/transport'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'
import { configurations, documented } from './editors/documented.js'
import { DrivenEditor } from './editors/driven-editor.js'

const file = fixture('programs/node/orders.js')
const body = markerLine(file, 'BREAK: body')

let daemon: DaemonHome
let agent: Client
/** The environment of a person who has installed dapplex: `dapplex` is on PATH. */
let env: NodeJS.ProcessEnv
const editors: DrivenEditor[] = []

beforeAll(async () => {
  daemon = await makeDaemonHome()
  await daemon.dapplex('daemon', 'start')
  agent = await connect({ socketPath: join(daemon.home, 'dapplex.sock'), name: 'agent-1' })
  await agent.tools.events_subscribe()
  const folder = join(daemon.home, 'bin')
  await mkdir(folder)
  await writeFile(join(folder, 'dapplex'), `#!/bin/sh\nexec '${daemon.command.join("' '")}' "$@"\n`)
  await chmod(join(folder, 'dapplex'), 0o755)
  env = { ...daemon.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
})
afterEach(async () => {
  for (const editor of editors.splice(0)) await editor.close()
})
afterAll(async () => {
  agent.close()
  await daemon.end()
})

const open = async (command: readonly [string, ...string[]]): Promise<DrivenEditor> => {
  const editor = await DrivenEditor.open({ command, env })
  editors.push(editor)
  return editor
}

/** An agent's program, which stands at the breakpoint. */
async function agentsProgram(): Promise<string> {
  const { session_id: session } = await agent.tools.debug_launch({ program: file, breakpoints: [{ file, line: body }] })
  return must(session)
}

const standsAt = async (session: string, line: number): Promise<void> => {
  expect(await agent.tools.debug_state({ session_id: session })).toMatchObject({ state: 'stopped', location: { line } })
}

/** The next event of a session that fits. */
function next(session: string, fits: (event: DebugEventMessage) => boolean): Promise<DebugEventMessage> {
  return new Promise((resolve) => {
    const off = agent.on('debug_event', (event) => {
      if (event.session_id !== session || !fits(event)) return
      off()
      resolve(event)
    })
  })
}

const departure = (session: string, name: string) =>
  next(session, (event) => event.type === 'client_left' && event.client.name === name)

interface Editor {
  readonly name: string
  readonly missing: string | undefined
  readonly open: () => Promise<DrivenEditor>
  /** The editor's own words for what a person does in it. */
  readonly words: {
    readonly breakpoint: (line: number) => string
    /** Begins to debug, and chooses these where the editor asks. */
    readonly start: (...choices: readonly string[]) => string
    readonly step: string
    readonly leave: string
    readonly quit: string
  }
}

const NEOVIM: Editor = {
  name: 'Neovim',
  missing: missing('nvim-dap'),
  open: async () => {
    const configuration = join(daemon.home, 'dapplex.lua')
    await writeFile(configuration, documented('neovim', 'lua'))
    const scripts = [configuration, fixture('editors/neovim.lua')].flatMap((path) => ['-c', `luafile ${path}`])
    return open([...commandOf('nvim-dap'), ...scripts, file])
  },
  words: {
    breakpoint: (line) => `vim.fn.cursor(${line}, 1) require('dap').toggle_breakpoint()`,
    start: (...choices) => `choices = { '${choices.join("', '")}' } require('dap').continue()`,
    step: `require('dap').step_over()`,
    leave: `require('dap').disconnect(nil, left)`,
    quit: `vim.schedule(function() vim.cmd('qall!') end)`,
  },
}

const EMACS: Editor = {
  name: 'Emacs',
  missing: missing('dap-mode'),
  open: async () => {
    const configuration = join(daemon.home, 'dapplex.el')
    await writeFile(configuration, documented('emacs', 'elisp'))
    const scripts = [configuration, fixture('editors/dap-mode.el')].flatMap((path) => ['-l', path])
    return open([...commandOf('dap-mode'), ...scripts])
  },
  words: {
    breakpoint: (line) =>
      `(progn (find-file "${file}") (goto-line ${line}) (call-interactively 'dap-breakpoint-toggle))`,
    start: (...choices) => `(progn (setq test-choices '("${choices.join('" "')}")) (call-interactively 'dap-debug))`,
    step: `(call-interactively 'dap-next)`,
    leave: `(call-interactively 'dap-disconnect)`,
    quit: `(run-at-time 0 nil 'kill-emacs)`,
  },
}

describe.each([NEOVIM, EMACS])('$name with the configuration of its page in docs/editors', (editor) => {
  const { name, missing: absent, words } = editor

  test('launches, stops at a breakpoint, steps, and ends the program', async (context) => {
    if (absent !== undefined) return context.skip(absent)
    const one = await editor.open()
    await one.run(words.breakpoint(body))
    await one.run(words.start('run this file'))
    expect(await one.next('shown')).toMatchObject({ file, line: body })
    await one.run(words.step)
    expect(await one.next('shown')).toMatchObject({ file, line: body + 1 })
    const { sessions } = await agent.tools.sessions_list()
    const session = must(sessions.find(({ state }) => state === 'stopped')).session_id
    const ended = next(session, ({ type }) => type === 'ended')
    await one.run(words.leave)
    expect(await ended).toMatchObject({ why: `${name} disconnected and ended the program` })
  })

  test('joins an agent’s session, follows it, steps, leaves; joins again and quits: the program lives', async (context) => {
    if (absent !== undefined) return context.skip(absent)
    const session = await agentsProgram()
    const one = await editor.open()
    await one.run(words.start('join a session', session))
    expect(await one.next('shown')).toMatchObject({ file, line: body })
    await agent.tools.debug_step({ session_id: session, action: 'over' })
    expect(await one.next('shown')).toMatchObject({ file, line: body + 1 })
    await one.run(words.step)
    expect(await one.next('shown')).toMatchObject({ file, line: body + 2 })
    await standsAt(session, body + 2)
    const departed = departure(session, name)
    await one.run(words.leave)
    await departed
    await one.next('left')
    await standsAt(session, body + 2)
    await one.run(words.start('join a session', session))
    expect(await one.next('shown')).toMatchObject({ file, line: body + 2 })
    const quit = departure(session, name)
    await one.run(words.quit)
    await quit
    await standsAt(session, body + 2)
    await agent.tools.debug_disconnect({ session_id: session, terminate: true })
  })
})

/** Editors that are not on a test machine: a plain client sends what their pages say. */
describe.each([
  { page: 'jetbrains', way: 'stdio', names: ['run', 'join'] },
  { page: 'zed', way: 'TCP', names: ['run', 'join'] },
  { page: 'sublime', way: 'TCP', names: ['join'] },
] as const)('the configurations in docs/editors/$page.md', ({ page, way, names }) => {
  let session: string
  beforeAll(async () => (session = await agentsProgram()))
  afterAll(() => agent.tools.debug_disconnect({ session_id: session, terminate: true }))

  const clientOf = async (): Promise<DapClient> => {
    if (way === 'TCP')
      return new DapClient(await connectTcp({ host: '127.0.0.1', port: portOfDaemon() }), { name: page })
    const [command, main] = daemon.command
    const adapter = await spawnAdapter({
      command,
      args: [main, 'dap', '--name', page],
      env: { DAPPLEX_HOME: daemon.home },
    })
    return new DapClient(adapter.port, { name: page })
  }
  const fill = (token: string) => (text: string) =>
    text
      .replaceAll('your token', token)
      .replaceAll('"s1"', JSON.stringify(session))
      .replaceAll(/\$ZED_FILE|\$\{file\}/g, file)
      .replaceAll(/\$ZED_WORKTREE_ROOT|\$\{workspaceFolder\}/g, dirname(file))
      .replaceAll('"debugpy"', '"node"')

  test.each(names.map((name, index) => ({ name, index })))('$name', async ({ name, index }) => {
    const token = (await readFile(join(daemon.home, 'token'), 'utf8')).trim()
    const { tcp_connection: _address, request, ...args } = must(configurations(page, fill(token))[index])
    const client = await clientOf()
    const breakpoints = name === 'run' ? { [file]: [{ line: body }] } : {}
    const { started } = await openSession(client, {
      request: request === 'launch' ? 'launch' : 'attach',
      arguments: args,
      initialize: { adapterID: page },
      breakpoints,
    })
    expect(await started).toMatchObject({ success: true })
    const { body: stop } = await client.waitForEvent('stopped')
    const { stackFrames } = await client.expectSuccess('stackTrace', { threadId: must(stop.threadId) })
    expect(stackFrames[0]).toMatchObject({ line: body, source: { path: file } })
    await client.expectSuccess('disconnect', { terminateDebuggee: true })
    await standsAt(session, body)
  })
})

const portOfDaemon = (): number => readJson(z.looseObject({ port: z.number() }), join(daemon.home, 'daemon.json')).port
