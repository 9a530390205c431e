import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject, toolRegistry, type JsonObject, type ToolDefinition, type ToolName } from '@dapplex/protocol'
import { must } from '@dapplex/testkit'
import { RpcFailure, type RpcClient } from '../../support/rpc-client.js'
import { testDaemon } from '../../support/test-daemon.js'
import { checkShape, noteRefusal } from '../agent-calls.js'
import { inTime } from '../in-time.js'
import { Trace } from '../trace.js'
import { choose, remember, type Chosen, type Met } from './choose.js'
import type { Step } from './steps.js'
import { linesOf, type TrapSubject } from './traps.js'

interface World {
  readonly agent: RpcClient
  readonly subject: TrapSubject
  readonly trace: Trace
  readonly met: Met
  /** Functions whose calls the program prints, by its own methods, because somebody asked for that. */
  readonly traced: Set<unknown>
  /** How often code of the program's objects was run. */
  readonly marks: () => readonly string[]
}

/** What a walk found: nothing, or what was wrong, and what happened before. */
export interface AgentWalkResult {
  readonly problems: readonly string[]
  readonly history: string
  readonly refusals: ReadonlyMap<string, number>
  readonly calls: number
}

/** Plays a walk of one agent through the program `traps`, with a daemon of its own and the real debugger. */
export async function playAgent(steps: readonly Step[], subject: TrapSubject): Promise<AgentWalkResult> {
  const trace = new Trace()
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-traps-'))
  const file = join(folder, 'marks')
  const host = await testDaemon()
  let calls = 0
  try {
    const agent = await host.agent('agent')
    const program = (await subject.build?.()) ?? subject.source
    const launched: unknown = await agent.call('debug_launch', {
      program,
      adapter: subject.adapter,
      env: { DAPPLEX_MARK: file },
      breakpoints: [{ file: subject.source, line: linesOf(subject)[2] }],
      timeout_ms: 60_000,
      wait_ms: 60_000,
    })
    const met = newMet(launched)
    const marks = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [])
    const world: World = { agent, subject, trace, met, traced: new Set(), marks }
    checkMarks(world, 'debug_launch', [])
    for (const step of steps) {
      calls += 1
      await walkOne(world, step)
      if (trace.problems.length > 0) break
    }
    await agent.call('debug_disconnect', { session_id: met.sessionId, terminate: true })
  } catch (error) {
    trace.problem('walk', error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error))
  }
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
  return { problems: trace.problems, history: trace.history(), refusals: trace.refusals, calls }
}

function newMet(launched: unknown): Met {
  const sessionId = isJsonObject(launched) ? String(launched['session_id']) : ''
  const met: Met = { sessionId, threads: new Set(), objects: new Set(), breakpoints: new Set(), stops: new Set() }
  remember(met, launched)
  return met
}

async function walkOne(world: World, { tool, numbers }: Step): Promise<void> {
  const { agent, trace, met } = world
  const definition = must(toolRegistry.get(tool))
  const name = tool as ToolName
  const chosen = choose(definition, numbers, world)
  const before = world.marks()
  trace.note('agent', `${tool} ${JSON.stringify(chosen.params)}`)
  try {
    const result: unknown = await inTime(tool, agent.call(tool, chosen.params))
    trace.note('agent', `${tool} is answered: ${JSON.stringify(result)}`)
    if (isJsonObject(result)) checkResult(trace, { definition, chosen, result })
    else trace.problem(tool, `it answers what is no object: ${JSON.stringify(result)}`)
    remember(met, result)
    if (isJsonObject(result)) noteTraced(world, result)
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    noteRefusal(trace, { name: 'agent', tool: name }, error)
  }
  if (!chosen.runsCode && world.traced.size === 0) checkMarks(world, tool, before)
}

/** The result of `trace_set` and `trace_list`. */
function noteTraced({ traced }: World, { traced: now }: JsonObject): void {
  if (!Array.isArray(now)) return
  traced.clear()
  for (const one of now) traced.add(one)
}

/** A call that asks for nothing of the kind runs no code of the program. */
function checkMarks({ trace, marks }: World, tool: string, before: readonly string[]): void {
  const run = marks().slice(before.length)
  if (run.length > 0) trace.problem(tool, `it has run code of the program: ${run.join(', ')}`)
}

/** Beyond this nothing is answered that was not asked for. */
const LARGEST = 1_048_576

interface Answered {
  readonly definition: ToolDefinition
  readonly chosen: Chosen
  readonly result: JsonObject
}

/** A result has the documented form, says how large it is, and keeps to the size that was asked for. */
function checkResult(trace: Trace, { definition: { name, session }, chosen: { params }, result }: Answered): void {
  const { _meta: meta, ...own } = result
  checkShape(trace, name as ToolName, own)
  if (!isJsonObject(meta)) {
    trace.problem(name, 'the result has no _meta')
    return
  }
  const bytes = Buffer.byteLength(JSON.stringify(own))
  if (meta['bytes'] !== bytes) trace.problem(name, `_meta says ${String(meta['bytes'])} bytes of ${bytes}`)
  if (session !== 'none' && typeof meta['session_id'] !== 'string') trace.problem(name, '_meta names no session')
  const most = typeof params['max_bytes'] === 'number' ? params['max_bytes'] : LARGEST
  if (sizeOf(name, own) > most) trace.problem(name, `the result has ${bytes} bytes, more than ${most}`)
}

/** Two tools are asked for so many bytes of text; the place where to read on comes on top. A recording has one line at least. */
function sizeOf(name: string, own: JsonObject): number {
  const { text } = own
  if (name === 'session_export') return own['lines'] === 1 ? 0 : Buffer.byteLength(String(text))
  return Buffer.byteLength(JSON.stringify(name === 'output_get' ? own['output'] : own))
}
