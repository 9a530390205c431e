import { basename } from 'node:path'
import type { Client } from '@dapplex/client'
import { CommandError } from '../exit/command-error.js'
import { runCommandLine } from '../terminal/run-command-line.js'
import { newMemory, type ViewContext } from '../terminal/view-context.js'
import { inksOfOutput, makePaint } from '../output/paint.js'
import type { DemoProgram } from './languages.js'
import { print } from '../output/print.js'

export interface Cast {
  readonly agent: Client
  readonly terminal: Client
  readonly program: DemoProgram
}

interface Variables {
  readonly variables: readonly { readonly name: string; readonly value: string }[]
}

const ink = inksOfOutput()
const STOP_TIMEOUT_MS = 40_000
const NEW_DISCOUNT = '5'

/**
 * Two clients of one paused program: each reads it, one moves it, one changes a variable and the other reads the change.
 * Errors: CommandError if the two clients see different values.
 */
export async function playStory({ agent, terminal, program }: Cast): Promise<void> {
  const say = (who: string, text: string) => print(`${who} ${ink.dim('│')} ${text}`)
  const asAgent = async <T>(method: string, params: Record<string, unknown> = {}): Promise<T> => {
    say(ink.cyan('agent-1 '), `${method} ${JSON.stringify(params)}`)
    return (await agent.call(method, params)) as T
  }

  tell(`A ${program.language} program runs under the daemon; the agent launches it over WebSocket.`)
  const launch = {
    program: program.program,
    adapter: program.adapter,
    breakpoints: [{ file: program.source, line: program.line }],
  }
  const { session_id: sessionId } = await asAgent<{ session_id: string }>('debug_launch', launch)
  const view: ViewContext = {
    client: terminal,
    sessionId,
    memory: newMemory(),
    paint: makePaint(),
    manner: 'script',
    leave: () => undefined,
    print: (text) => text.split('\n').forEach((line) => say(ink.green('terminal'), line)),
  }
  const atTerminal = async (line: string) => {
    say(ink.green('terminal'), ink.bold(`> ${line}`))
    if (!(await runCommandLine(view, line))) throw new CommandError(`"${line}" failed in the terminal`)
  }
  const readVariable = async (client: Client) => {
    const { variables } = (await client.call('variables_get', { session_id: sessionId })) as unknown as Variables
    return variables.find((one) => one.name.toLowerCase() === program.variable)?.value
  }

  const stop = await asAgent<{ stopped: boolean; location?: { line?: number } }>('wait_for_stop', {
    timeout_ms: STOP_TIMEOUT_MS,
  })
  if (!stop.stopped) throw new CommandError('the program did not stop at the breakpoint')
  say(ink.cyan('agent-1 '), ink.dim(`stopped at ${basename(program.source)}:${stop.location?.line ?? '?'}`))

  tell('The same paused program, read at a terminal over the Unix socket.')
  await atTerminal('bt')
  await atTerminal('locals')
  expectEqual({ what: program.variable, agent: await readVariable(agent), terminal: await readVariable(terminal) })

  tell('The agent changes a variable; the terminal reads the change.')
  await asAgent('set_variable', { name: program.variable, value: NEW_DISCOUNT })
  await atTerminal(`p ${program.variable}`)
  expectEqual({ what: `changed ${program.variable}`, agent: NEW_DISCOUNT, terminal: await readVariable(terminal) })

  tell('The terminal steps; the agent sees the stop.')
  const { _meta: before } = await asAgent<{ _meta: { stop_id: number } }>('debug_state')
  await atTerminal('n')
  const next = await asAgent<{ stopped: boolean }>('wait_for_stop', {
    since_stop_id: before.stop_id,
    timeout_ms: STOP_TIMEOUT_MS,
  })
  if (!next.stopped) throw new CommandError("the agent did not see the terminal's step")
  await atTerminal('who')

  tell('The breakpoint goes, the program runs to its end with the changed value.')
  const { breakpoints } = await asAgent<{ breakpoints: { id: number }[] }>('breakpoint_list')
  for (const { id } of breakpoints) await atTerminal(`d ${id}`)
  await asAgent('debug_continue')
  await agent.call('wait_for_stop', {
    session_id: sessionId,
    since_stop_id: before.stop_id + 1,
    timeout_ms: STOP_TIMEOUT_MS,
  })
  await atTerminal('out')
  tell('Done. Next: dapplex launch YOUR_PROGRAM --break FILE:LINE --attach')
}

const tell = (text: string) => print(`\n${ink.bold(text)}`)

function expectEqual({
  what,
  agent,
  terminal,
}: {
  what: string
  agent: string | undefined
  terminal: string | undefined
}): void {
  if (agent === undefined || agent !== terminal)
    throw new CommandError(`${what}: the agent reads ${agent ?? 'nothing'}, the terminal ${terminal ?? 'nothing'}`)
}
