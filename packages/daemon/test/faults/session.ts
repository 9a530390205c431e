import { processesWithEnv, untilGone, z } from '@dapplex/testkit'
import { OWNER_VARIABLE } from '../../src/files.js'
import type { RpcClient } from '../support/rpc-client.js'
import { inTime } from '../walk/in-time.js'
import { joinAs, type Editor } from './clients.js'
import type { Proxies, Proxy } from './proxies.js'
import type { FaultSubject } from './subjects.js'

/** A session that faults are injected into: its program stands at a breakpoint, an agent has launched it, an editor is in it. */
export interface FaultSession {
  readonly id: string
  readonly subject: FaultSubject
  readonly proxy: Proxy
  editor: Editor
  /** The latest stop that somebody was told. */
  told: number
  /** Faults so far. */
  faults: number
}

const launched = z.looseObject({ session_id: z.string(), _meta: z.looseObject({ stop_id: z.number() }) })
const moved = z.looseObject({ stop_id: z.number().optional() })

/** A busy machine may be slow, and a cold cache builds what an adapter needs first. */
const LAUNCH_MS = { timeout_ms: 200_000, wait_ms: 80_000 }

export interface Place {
  readonly socket: string
  readonly agent: RpcClient
  readonly proxies: Proxies
}

type Started = Pick<FaultSession, 'id' | 'subject' | 'proxy' | 'told'>

/** @throws Error unless the program comes to its breakpoint */
export async function launchSession(place: Place, subject: FaultSubject): Promise<FaultSession> {
  const started = await launchProgram(place, subject)
  return { ...started, editor: await joinAs(place.socket, started.id, 'editor'), faults: 0 }
}

/** The same, without an editor. */
export async function launchProgram({ agent, proxies }: Place, subject: FaultSubject): Promise<Started> {
  const { launch, source, lines } = await subject.program()
  const { program, ...adapter_args } = launch
  const answer: unknown = await agent.call('debug_launch', {
    program,
    adapter: subject.adapter,
    adapter_args,
    breakpoints: [{ file: source, line: lines[0] }],
    ...LAUNCH_MS,
  })
  const { session_id: id, _meta } = launched.parse(answer)
  return { id, subject, proxy: await proxies.of(subject.adapter), told: _meta.stop_id }
}

/** One step, so that there is a stop more to be recorded. */
export async function stepOn(session: FaultSession, agent: RpcClient): Promise<void> {
  const step = agent.call('debug_step', { session_id: session.id, action: 'over', timeout_ms: 60_000 })
  const { stop_id } = moved.parse(await inTime('debug_step', step))
  session.told = stop_id ?? session.told
}

/** Resolves when no process is left that the adapter has started, nor itself. */
export async function untilAllGone({ proxy, subject }: Started): Promise<void> {
  const left = () => processesWithEnv(OWNER_VARIABLE, proxy.owner)
  await inTime(`the processes of ${subject.adapter} end`, untilGone(left))
}
