import { errorText, type SessionEvent } from '@dapplex/protocol'
import { loadPoints, type BreakpointSpec, type DapAnswer, type RequestOptions } from '@dapplex/tools'
import { deadline, type Deadline } from '../runtime/deadline.js'
import { introduce } from '../runtime/introduce.js'
import { startFailure } from './start-failure.js'
import type { InternalClient } from '../runtime/internal-client.js'
import type { SessionRuntime } from '../runtime/session-runtime.js'
import { waitForEvent } from '../runtime/wait-for-event.js'

export interface SessionBeginning {
  readonly command: 'launch' | 'attach'
  /** The adapter's own arguments. */
  readonly args: Readonly<Record<string, unknown>>
  /** Set before the program runs its first line. */
  readonly breakpoints: readonly BreakpointSpec[]
  /** The client that sets them; default: the session's own. */
  readonly by?: number
  readonly stopAtEntry: boolean
  /** Awaited before configurationDone, so that other clients can set their breakpoints. */
  readonly beforeRun?: () => Promise<void>
}

/**
 * Starts a session through the client of the tools, as an editor would: initialize, launch or attach, breakpoints,
 * configurationDone. Resolves when the program runs, has stopped at its entry where that was requested, or has ended.
 * @throws ToolError LAUNCH_FAILED, ATTACH_FAILED, ADAPTER_CRASHED, TIMEOUT, or what the adapter documented itself
 */
export async function runStart(
  { runtime, surface }: { readonly runtime: SessionRuntime; readonly surface: InternalClient },
  beginning: SessionBeginning,
  options: RequestOptions,
): Promise<void> {
  const time = deadline(options)
  const demand = (answer: DapAnswer) => {
    if (!answer.success) throw startFailure(runtime, beginning.command, answer)
  }
  demand(await introduce(surface, 'dapplex', time.rest()))
  const answered = surface.request(beginning.command, beginning.args, time.rest())
  answered.catch(() => undefined)
  const first = await time.within(
    Promise.race([surface.untilEvent('initialized'), answered]),
    `${beginning.command} of the adapter`,
  )
  if (first !== undefined) demand(first)
  // The adapter of a program that runs without debugging (noDebug) takes no breakpoints and never says `initialized`.
  if (runtime.view().withoutDebugging !== true) await time.within(surface.untilEvent('initialized'), 'the adapter')
  const by = beginning.by === undefined ? {} : { by: beginning.by }
  const { traits } = runtime.module.definition
  const points = await loadPoints(beginning.breakpoints, { traits, program: runtime.program })
  // One that the adapter refuses is told by the launch, which goes on.
  for (const spec of [...beginning.breakpoints, ...points]) {
    const answer = await surface.request('dapplex_breakpointAdd', { ...spec, ...by }, time.rest())
    if (!answer.success && spec.implicit !== true) runtime.refused.push({ spec, reason: reasonOf(answer) })
  }
  if (stopsUnasked(runtime)) await surface.request('setExceptionBreakpoints', { filters: [] }, time.rest())
  await beginning.beforeRun?.()
  const configured = surface.request('configurationDone', {}, time.rest())
  configured.catch(() => undefined)
  demand(await answered)
  demand(await configured)
  if (beginning.stopAtEntry && runtime.view().withoutDebugging !== true) await untilStopped(runtime, time)
  else await untilIdentified(runtime, time)
}

const reasonOf = ({ error, message }: Extract<DapAnswer, { success: false }>): string => errorText(error) ?? message

/** The caller wants no exception to stop the program, and the adapter stops for some until it is sent a list. */
const stopsUnasked = ({ breakOn, module }: SessionRuntime): boolean =>
  breakOn === 'none' && (module.definition.traits.exceptions?.initial.length ?? 0) > 0

/** How long the adapter may take to report its process; some never do. */
const PROCESS_MS = 300

/** Callers want the process id, and adapters report it right after their answer. */
async function untilIdentified(runtime: SessionRuntime, time: Deadline): Promise<void> {
  const isTold = (event: SessionEvent) => event.kind === 'process' || event.kind === 'exited'
  const rest = time.rest()
  if (!runtime.module.definition.traits.tellsProcess) return
  await waitForEvent(runtime.events, isTold, { ...rest, timeoutMs: Math.min(rest.timeoutMs, PROCESS_MS), sinceSeq: 0 })
}

async function untilStopped(runtime: SessionRuntime, time: Deadline): Promise<void> {
  const isStop = (event: SessionEvent) => event.kind === 'stopped' || event.kind === 'exited'
  await waitForEvent(runtime.events, isStop, { ...time.rest(), sinceSeq: 0 })
}
