import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { connect, type Client } from '@dapplex/client'
import { fixture, markerLine, missing, type ProgramName } from '@dapplex/testkit'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'
import { RealTerminal } from './real-terminal.js'

const whyNot = missing('tmux')
const orders = fixture('programs/node/orders.js')

let daemon: DaemonHome
let agent: Client
const terminals: RealTerminal[] = []
beforeAll(async () => {
  daemon = await makeDaemonHome()
  await daemon.dapplex('daemon', 'start')
  agent = await connect({ socketPath: join(daemon.home, 'dapplex.sock'), name: 'agent-1' })
})
afterEach(async ({ task }) => {
  for (const terminal of terminals.splice(0)) {
    if (task.result?.state === 'fail') console.error(await terminal.screen())
    await terminal.close()
  }
})
afterAll(async () => {
  agent.close()
  await daemon.end()
})

const attach = async (session: string, { env = daemon.env, columns = 100, rows = 40 } = {}): Promise<RealTerminal> => {
  const terminal = await RealTerminal.open({
    command: [...daemon.command, 'attach', session],
    env,
    columns,
    rows,
  })
  terminals.push(terminal)
  return terminal
}

const launch = async (params: Readonly<Record<string, unknown>>): Promise<string> => {
  const { session_id: session } = (await agent.call('debug_launch', { wait_ms: 0, ...params })) as {
    session_id: string
  }
  await agent.call('wait_for_stop', { session_id: session })
  return session
}

const launchOrders = () => launch({ program: orders, breakpoints: [{ file: orders, line: 13 }] })

const end = (session: string) => agent.call('debug_disconnect', { session_id: session, terminate: true })

interface Language {
  readonly language: string
  readonly needs: readonly ProgramName[]
  readonly program: string
  readonly source: string
  readonly local: string
}
const inFolder = (folder: string, file: string) => ({
  program: fixture(`programs/${folder}`),
  source: fixture(`programs/${folder}/${file}`),
})
const file = (path: string) => ({ program: fixture(`programs/${path}`), source: fixture(`programs/${path}`) })
const LANGUAGES: readonly Language[] = [
  { language: 'JavaScript', needs: [], ...file('node/orders.js'), local: 'discount' },
  { language: 'Python', needs: ['debugpy'], ...file('python/orders.py'), local: 'discount' },
  { language: 'Lisp', needs: ['sbcl'], ...file('lisp/orders.lisp'), local: 'discount' },
  { language: 'Go', needs: ['delve', 'go'], ...inFolder('go/orders', 'main.go'), local: 'discount' },
  { language: 'C#', needs: ['netcoredbg', 'dotnet'], ...inFolder('dotnet/orders', 'Program.cs'), local: 'discount' },
]

describe.each(LANGUAGES)('a person joins a program in $language', ({ needs, program, source, local }) => {
  const why = missing('tmux', ...needs)
  test.skipIf(why !== undefined)(
    why ?? 'sees where it stands, steps, reads, resizes to 40 columns, and leaves it as it is',
    async () => {
      const line = markerLine(source, 'BREAK: body')
      const session = await launch({ program, breakpoints: [{ file: source, line }] })
      const terminal = await attach(session)
      await terminal.until(
        new RegExp(String.raw`stopped: breakpoint at [^]*> +${line}  [^]*${session} stopped \S+:${line}> *$`),
      )
      await terminal.line('n')
      const stepped = await terminal.until(
        new RegExp(String.raw`stopped: step[^]*> +${line + 1}  [^]*:${line + 1}> *$`),
      )
      expect(stepped).toContain('(terminal)')
      await terminal.line('locals')
      await terminal.until(new RegExp(String.raw`${local}\b.*=`, 'i'))
      await terminal.line('say größe 数 🚀')
      await terminal.until(/sent to agent-1/)
      await terminal.resize(40, 40)
      await terminal.line('l')
      const narrow = await terminal.until(
        new RegExp(String.raw`:${line + 1}> l\n[^]*> +${line + 1}  [^]*:${line + 1}> *$`),
      )
      const listed = narrow.slice(narrow.lastIndexOf('> l')).split('\n')
      expect(listed.length).toBeGreaterThan(10)
      expect(listed.filter((one) => one.length > 40)).toEqual([])
      await terminal.press('C-c')
      expect(await terminal.ended()).toBe(130)
      expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'stopped' })
      await end(session)
    },
  )
})

describe.skipIf(whyNot !== undefined)(whyNot ?? 'the line that is being typed', () => {
  test('a paste of 10,000 characters arrives whole', async () => {
    const session = await launchOrders()
    const terminal = await attach(session)
    await terminal.until(/> *$/)
    await terminal.paste(`p "${'x'.repeat(10_000)}".length`)
    await terminal.press('Enter')
    await terminal.until(/^10000$/m)
    await end(session)
  })
  test('values full of escapes are text: nothing of them reaches the terminal', async () => {
    const session = await launchOrders()
    const terminal = await attach(session)
    await terminal.until(/> *$/)
    await terminal.line(String.raw`p "\u001b]52;c;QQ==\u0007\u001b[2J\u009b2J\u202eend"`)
    await terminal.until(/u202eend/)
    for (const active of ['\u001b]52', '\u001b[2J', '\u009b', '\u202e']) expect(terminal.raw).not.toContain(active)
    await end(session)
  })
  test.each([
    { title: 'with colours', env: { NO_COLOR: '' }, want: '\u001b[31mred\u001b[0m' },
    { title: 'without colours', env: { NO_COLOR: '1' }, want: 'red' },
  ])(
    'a program that turns hidden text and a colour on changes nothing after its line: $title',
    async ({ env, want }) => {
      const session = await launchOrders()
      const terminal = await attach(session, { env: { ...daemon.env, ...env } })
      await terminal.until(/> *$/)
      const writes = String.raw`process.stdout.write("\x1b[8m\x1b[31mred\n")`
      await agent.call('evaluate', { session_id: session, expression: writes })
      await terminal.until(/^red$/m)
      expect(terminal.raw).not.toContain('\u001b[8m')
      expect(terminal.raw).toContain(`\u001b[J${want}\r\n`)
      await end(session)
    },
  )
  test('an open bracket goes on in the next line, and Ctrl-C drops what is typed', async () => {
    const session = await launchOrders()
    const terminal = await attach(session)
    await terminal.until(/> *$/)
    await terminal.line('p (20 +')
    await terminal.line('3)')
    await terminal.until(/^23$/m)
    await terminal.type('p nothing of this')
    await terminal.until(/of this$/)
    await terminal.press('C-c')
    await terminal.line('p 40 + 1')
    await terminal.until(/^41$/m)
    await terminal.line('p (50 +')
    await terminal.until(/\.\.\. *$/)
    await terminal.press('C-c')
    await terminal.until(/> *$/)
    await terminal.line('p 60 + 1')
    await terminal.until(/^61$/m)
    await end(session)
  })
  test('Ctrl-C ends the wait of a command and drops the lines after it; the view and the program go on, and a view of its end says how it ended', async () => {
    const { session_id: session } = (await agent.call('debug_launch', {
      program: orders,
      args: ['wait'],
      wait_ms: 0,
    })) as { session_id: string }
    const terminal = await attach(session)
    await terminal.until(/running> *$/)
    // In one read of the view: the command is taken and interrupted before it can begin.
    await terminal.type('wait 600\r\u0003')
    await terminal.until(/wait: .*cancelled/i)
    await terminal.line('wait 600')
    await terminal.press('C-c')
    await terminal.until(/wait: [^]*wait: .*cancelled/i)
    await terminal.paste(`wait 600\n${'p 1\n'.repeat(300)}p half`)
    await terminal.press('C-c')
    const dropped = await terminal.until(/300 waiting lines were dropped[^]*cancelled[^]*> *$/)
    expect(dropped).not.toMatch(/^p: /m)
    await terminal.line('who')
    await terminal.until(/terminal \(terminal/)
    expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'running' })
    await end(session)
    const late = await attach(session)
    await late.until(/the session ended: [^]*exited> *$/)
  })
  test('the history is there in the next view, and can be searched while others act', async () => {
    const session = await launchOrders()
    const first = await attach(session)
    await first.until(/> *$/)
    await first.line('p 6 * 7')
    await first.until(/^42$/m)
    // A line that fills more than the screen is not what is searched: it is never shown.
    await first.paste(`p "${'x'.repeat(10_000)}"`)
    await first.press('Enter')
    await first.until(/> *$/)
    await first.line('q')
    expect(await first.ended()).toBe(0)
    const second = await attach(session)
    await second.until(/> *$/)
    await second.press('C-r')
    await second.type('6 *')
    await second.until(/> p 6 \* 7\nbck-i-search: 6 \*_$/)
    // Others act above an open search: it stays as it is.
    await agent.call('message_send', { session_id: session, text: 'look here' })
    await second.until(/look here\n[^]*> p 6 \* 7\nbck-i-search: 6 \*_$/)
    await second.press('Enter')
    await second.until(/^42$/m)
    await end(session)
  })
})

describe.skipIf(whyNot !== undefined)(whyNot ?? 'launch without breakpoints', () => {
  test('waits for the end of a program that takes longer than a second, and says that it waits', async () => {
    const [program, pipe] = [join(daemon.home, 'reads.js'), join(daemon.home, 'pipe')]
    await promisify(execFile)('mkfifo', [pipe])
    writeFileSync(program, `require('node:fs').readFileSync(${JSON.stringify(pipe)}); process.exitCode = 3`)
    const command = [...daemon.command, 'launch', program]
    const terminal = await RealTerminal.open({ command, env: daemon.env, columns: 100, rows: 40 })
    terminals.push(terminal)
    await terminal.until(/waiting for the program to stop or end/)
    await writeFile(pipe, 'go')
    await terminal.until(/reads\.js has ended with exit code 3/)
  })
})

describe.skipIf(whyNot !== undefined)(whyNot ?? 'two terminals and an agent', () => {
  test('each sees what the others do above its own half-typed line; kill asks; a closed terminal has left', async () => {
    const session = await launchOrders()
    const [one, two] = [await attach(session), await attach(session, { columns: 40, rows: 20 })]
    await one.until(/> *$/)
    await two.until(/> *$/)
    const half = 'p this is a long line that needs two rows'
    await two.type(half)
    await two.until(/two rows$/)
    await one.line('n')
    await one.until(/stopped: step/)
    // The line is shown again for the step, and for where it came to.
    const screen = await two.until(/stopped: step[^]*orders\.js:14> [^]*two rows$/)
    expect(screen.replaceAll('\n', '')).toContain(`:14> ${half}`)
    await agent.call('message_send', { session_id: session, text: 'look at the discount' })
    await one.until(/agent-1: look at the discount/)
    await two.until(/agent-1: look at the discount[^]*two rows$/)
    await one.line('kill')
    await one.until(/End it for all\? \(y\/n\)/)
    await one.line('n')
    await one.line('p 1 + 1')
    await one.until(/^2$/m)
    await two.close()
    await one.until(/terminal (2 )?left/)
    await one.line('kill')
    await one.until(/In the session: agent-1\. End it for all/)
    await one.line('y')
    expect(await one.ended()).toBe(0)
    expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'exited' })
  })
})
