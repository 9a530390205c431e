import { isJsonObject } from '@dapplex/protocol'
import { z } from '@dapplex/testkit'
import type { ToolName, ToolParams } from '@dapplex/protocol'
import { call, rowsIn, type Caller } from './agent-calls.js'
import { tickOf } from './editor-acts.js'
import { inTime } from './in-time.js'
import type { AgentAct } from './turn.js'
import { beginsAnew, isLive, newSession, pick, type WalkSession, type World } from './world.js'

const started = z.object({ session_id: z.string() })

/** Short, so that a walk does not stand still where the program just runs. */
const WAIT_MS = 800

interface AgentTurn {
  readonly world: World
  readonly caller: Caller
  readonly session: WalkSession
  readonly n: number
}

type Act = (turn: AgentTurn) => Promise<unknown>

/** A call that needs nothing but its parameters. */
const calling =
  <N extends ToolName>(tool: N, params: (turn: AgentTurn) => ToolParams<N>): Act =>
  (turn) =>
    call(turn.caller, turn.session, { tool, params: params(turn) })

/** What the agent does in a session. */
const AGENT_IN: Readonly<Record<AgentAct, Act>> = {
  state: calling('debug_state', () => ({})),
  stack: calling('stacktrace_get', () => ({ max_frames: 3 })),
  variables: calling('variables_get', () => ({})),
  threads: calling('threads_list', () => ({})),
  inspect: calling('object_inspect', ({ n }) => ({ object_ref: n % 2 === 0 ? 'tick' : 'box', depth: 2 })),
  evaluate,
  write: calling('set_variable', ({ n }) => ({ name: 'knob', value: n % 100 })),
  continue: calling('debug_continue', () => ({ timeout_ms: WAIT_MS })),
  continueAndWait: calling('debug_continue', () => ({ wait: true, timeout_ms: WAIT_MS })),
  step: calling('debug_step', ({ n }) => ({ action: pick(['over', 'into', 'out', 'over'], n), timeout_ms: WAIT_MS })),
  pause: calling('debug_pause', () => ({ timeout_ms: 10 * WAIT_MS })),
  wait: calling('wait_for_stop', () => ({ timeout_ms: WAIT_MS })),
  setBreakpoint: calling('breakpoint_set', ({ world: { program, subject }, n }) => ({
    file: program.source,
    line: pick(program.lines, n),
    ...pick([{}, {}, { condition: subject.condition }, { hit_count: 2 }, { log_message: 'tick is {tick}' }], n >> 2),
  })),
  removeBreakpoint,
  acquire: calling('control_acquire', ({ n }) => ({ lease_ms: 1000 + (n % 2000), reason: 'walking' })),
  release: calling('control_release', () => ({})),
  restart: async ({ caller, session }) => {
    const wasEnding = beginsAnew(session)
    const restarted = await call(caller, session, { tool: 'debug_restart', params: {} })
    if (restarted !== undefined) session.isEnding = false
    else session.isEnding ||= wasEnding
  },
  leave: leaveOrStay,
  stop: async (turn) => {
    turn.session.mayEnd = true
    const ended = await call(turn.caller, turn.session, { tool: 'debug_disconnect', params: { terminate: true } })
    if (ended !== undefined) turn.session.isOver = true
  },
}

/** The agent launches where nothing runs, else it does what is its turn. */
export async function agentTurn(world: World, act: AgentAct, n: number): Promise<void> {
  const { session, agent } = world
  const caller = { name: 'agent', client: agent }
  if (isLive(session)) await AGENT_IN[act]({ world, caller, session, n })
  else if (!world.isStarting) await launchByAgent(world)
}

export async function launchByAgent(world: World): Promise<void> {
  const { program, subject, trace, agent } = world
  world.isStarting = true
  trace.note('agent', 'launches')
  const { program: path, ...adapter_args } = program.launch
  const breakpoints = [{ file: program.source, line: program.lines[0] }]
  try {
    const launched: unknown = await inTime(
      'debug_launch',
      agent.call('debug_launch', {
        program: path,
        adapter: subject.adapter,
        adapter_args,
        breakpoints,
        timeout_ms: 60_000,
      }),
    )
    const { session_id } = started.parse(launched)
    world.session = newSession(session_id, 'agent', trace)
  } finally {
    world.isStarting = false
  }
}

async function evaluate({ world, caller, session, n }: AgentTurn): Promise<void> {
  const isSum = n % 2 === 1
  const expression = isSum ? world.subject.sum : 'tick'
  const answer = await call(caller, session, { tool: 'evaluate', params: { expression } })
  const stop = z.object({ stop_id: z.number() }).safeParse(answer?.['_meta']).data?.stop_id
  if (answer === undefined || stop === undefined || answer['error'] === true) return
  session.ledger.note(stop, { tick: tickOf(answer['result'], isSum) }, `evaluate ${JSON.stringify(answer)}`)
}

async function removeBreakpoint({ caller, session, n }: AgentTurn): Promise<void> {
  const list = await call(caller, session, { tool: 'breakpoint_list', params: {} })
  const ids = rowsIn(list ?? {}, 'breakpoints').flatMap(({ id, set_by: by }) =>
    typeof id === 'number' && isJsonObject(by) && by['kind'] === 'agent' ? [id] : [],
  )
  const id = ids[n % Math.max(ids.length, 1)]
  if (id !== undefined) await call(caller, session, { tool: 'breakpoint_remove', params: { id } })
}

/** Leaving ends a session of the tools for nobody while others are in it; where it is alone it stays. */
async function leaveOrStay({ world, caller, session }: AgentTurn): Promise<void> {
  const others = world.editors.filter(({ presence }) => presence.kind === 'in')
  if (others.length > 0) await call(caller, session, { tool: 'debug_disconnect', params: {} })
}
