import type { Observation, Subject, Ingress } from './observation.js'
import { bareName } from './observation.js'

/** One call of the surface; rejects with the documented error. */
export type CallSurface = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>

interface Stop {
  readonly stopped: boolean
  readonly reason: string
  readonly stop_id: number
  readonly location?: { readonly line?: number }
}

const WAIT_MS = 200_000

/** The suite over the surface, whatever carries the calls. `open` gives the way to call; its `close` ends it. */
export function surfaceIngress(
  name: string,
  open: () => Promise<{ call: CallSurface; close: () => Promise<void> }>,
): Ingress {
  return {
    name,
    observe: async (subject) => {
      const { call, close } = await open()
      try {
        return await play(call, subject)
      } finally {
        await close()
      }
    },
  }
}

async function play(call: CallSurface, subject: Subject): Promise<Observation> {
  const { program, args, adapter, source: file, line } = subject
  const launched = await call('debug_launch', {
    program,
    args,
    adapter,
    breakpoints: [{ file, line }],
    timeout_ms: WAIT_MS,
  })
  const { session_id } = launched as { session_id: string }
  const ask = async <T>(method: string, params: Readonly<Record<string, unknown>> = {}) =>
    (await call(method, { ...params, session_id })) as T
  const waitAfter = (stopId: number) => ask<Stop>('wait_for_stop', { since_stop_id: stopId, timeout_ms: WAIT_MS })

  const stop = await waitAfter(0)
  const { breakpoints } = await ask<{ breakpoints: { id: number; verified: boolean; line: number }[] }>(
    'breakpoint_list',
  )
  const { threads } = await ask<{ threads: { state: string }[] }>('threads_list')
  const { frames } = await ask<{ frames: { function: string; file?: string; line?: number }[] }>('stacktrace_get')
  const { variables } = await ask<{ variables: { name: string; value: string }[] }>('variables_get')
  const { result } = await ask<{ result: string }>('evaluate', { expression: subject.expression })
  const step = await ask<{ location?: { line?: number } }>('debug_step', { action: 'over', timeout_ms: WAIT_MS })
  const { stop_id: stepped } = await ask<{ stop_id: number }>('debug_state')
  await ask('debug_continue')
  const second = await waitAfter(stepped)
  for (const { id } of breakpoints) await ask('breakpoint_remove', { id })
  await ask('debug_continue')
  await waitAfter(second.stop_id)
  const { exit_code: exitCode } = await ask<{ exit_code?: number }>('debug_state')
  const [breakpoint] = breakpoints
  return {
    breakpoint: { verified: breakpoint?.verified ?? false, line: breakpoint?.line ?? 0 },
    stop: { reason: stop.reason, line: stop.location?.line ?? 0 },
    hasThreads: threads.some((one) => one.state === 'stopped'),
    stack: frames
      .filter((one) => one.file === file)
      .slice(0, 2)
      .map((one) => ({ function: bareName(one.function), line: one.line ?? 0 })),
    variables: Object.fromEntries(
      variables.filter((one) => isNamed(subject, one.name)).map((one) => [one.name.toLowerCase(), one.value]),
    ),
    evaluated: result,
    steppedTo: step.location?.line ?? 0,
    secondStop: second.location?.line ?? 0,
    exitCode: exitCode ?? -1,
  }
}

const isNamed = (subject: Subject, name: string): boolean => subject.variables.includes(name.toLowerCase())
