import type { surface } from '@dapplex/protocol'
import type { z } from 'zod'
import type { Call, SessionCall } from '../call/call.js'
import { describeEnd } from '../digest/describe-end.js'
import { describeStop, type StopReport } from '../digest/describe-stop.js'
import { fit } from '../digest/fit.js'
import { present } from '../result/present.js'
import { launchSpec } from '../sessions/debug-launch.js'
import { Job, type Ending } from './job.js'

export type { Ending } from './job.js'

type Params = Pick<
  z.output<typeof surface.probe_run.params>,
  'session_id' | 'program' | 'adapter' | 'args' | 'cwd' | 'env' | 'adapter_args' | 'expected_stop_id' | 'max_bytes'
>

const CLEAN_UP_MS = 5_000

/**
 * Runs an experiment as a job: in the program that is started for it, or in that of a session. A program that was started for it
 * ends with it, unless a stop for all has ended it: then it stands there to be looked at.
 */
export async function asJob<T>(
  call: Call,
  params: Params,
  run: (on: SessionCall, job: Job) => Promise<T>,
): Promise<{ readonly value: T; readonly on: SessionCall; readonly ended: Ending | undefined }> {
  const on =
    params.program === undefined
      ? call.on(params.session_id)
      : await launched(call, { ...params, program: params.program })
  const isOwn = params.program !== undefined
  let ended: Ending | undefined
  try {
    const job = await Job.begin(on, params.expected_stop_id)
    try {
      const value = await run(on, job)
      ended = job.ending
      return { value, on, ended }
    } finally {
      await job.end()
    }
  } finally {
    if (isOwn && ended !== 'stopped' && on.view.phase !== 'ended')
      await on.session.end(true, { timeoutMs: CLEAN_UP_MS }).catch(() => undefined)
  }
}

/** A program that stands before its first line. */
async function launched(call: Call, params: Params & { readonly program: string }): Promise<SessionCall> {
  const spec = launchSpec({ ...params, stop_at_entry: true })
  const request = present({ adapter: params.adapter, spec, onAbandon: 'end' as const, breakOn: 'uncaught' as const })
  return call.using(await call.sessions.launch(request, call.rest()))
}

export interface EndedFields {
  readonly session_id: string
  readonly exit_code?: number
  readonly stop?: StopReport
}

/** What the result tells of the end: the exit code, or the stop that everybody was told of. */
export async function endedFields(
  on: SessionCall,
  ended: Ending | 'hits' | 'calls',
  maxBytes: number,
): Promise<EndedFields> {
  on.call.extend(CLEAN_UP_MS)
  if (ended === 'exit') {
    const { exit_code: exitCode } = await describeEnd(on)
    return present({ session_id: on.session.id, exit_code: exitCode })
  }
  const { stop } = on.view
  if (ended !== 'stopped' || stop === undefined) return { session_id: on.session.id }
  return { session_id: on.session.id, stop: fit(await describeStop(on, stop, 'values'), Math.floor(maxBytes / 2)) }
}
