import { countIn, textIn, toolError } from '@dapplex/protocol'
import type { Body, SessionCall } from '../call/call.js'
import { failureText } from '../call/dap-failure.js'
import { present } from '../result/present.js'
import type { Stack } from '../stop/read-stack.js'

export type JobCommand = 'continue' | 'next' | 'stepIn' | 'stepOut'

/** Where a job stands after a move, or why it is over (docs/rules.md, "Jobs"). */
export type JobStep =
  | { readonly kind: 'stands'; readonly threadId?: number; readonly reason: string; readonly text?: string }
  | { readonly kind: 'over'; readonly why: string }

/** The program moves for the caller alone: the others take it for running. */
export interface Job {
  move(command: JobCommand, from: Pick<Stack, 'threadId' | 'frames'>): Promise<JobStep>
  /** A breakpoint that stops the program for the job alone. @throws what `refuse` makes of the adapter's words */
  setBreakpoint(spec: Body, refuse: (reason: string) => Error): Promise<void>
  /** Ends the job where the program stands. Everybody is told of the stop, in these words. */
  end(description: string | undefined): Promise<void>
}

/** The end of a job comes before the end of the call, which reads where the program stands then. */
const MARGIN_MS = 500
/** Time for ending the job, however the call ended. */
const CLEAN_UP_MS = 5_000

/** Of a stack: one step returns from few functions. */
const MOST_CALLERS = 10

/** What a job is begun with. */
export interface JobOrder {
  readonly tool: string
  readonly expectedStopId: number | undefined
}

/** Runs a job, and ends it whatever happens. @throws ToolError CONTROL_HELD, STOP_CHANGED, STEP_FAILED where it may not begin */
export async function withJob<T>(on: SessionCall, order: JobOrder, run: (job: Job) => Promise<T>): Promise<T> {
  const timeoutMs = Math.max(1, on.call.rest().timeoutMs - MARGIN_MS)
  await on.ask('dapplex_jobBegin', present({ ...order, timeoutMs }), refused('dapplex_jobBegin'))
  const job = jobOf(on)
  try {
    return await run(job)
  } finally {
    await job.end(undefined)
  }
}

function jobOf(on: SessionCall): Job {
  let isOver = false
  return {
    async move(command, { threadId, frames }) {
      const returnsTo = frames.slice(1, 1 + MOST_CALLERS).map(({ path, line }) => present({ path, line }))
      const answer = await on.send('dapplex_jobMove', { command, threadId, returnsTo })
      // Somebody has ended the job while the program stood for it.
      const isEnded = !answer.success && on.view.job === undefined
      if (!answer.success && !isEnded) throw refused(command)(failureText(answer))
      const step: JobStep = answer.success ? stepIn(answer.body) : { kind: 'over', why: 'stopped' }
      isOver ||= step.kind === 'over'
      return step
    },
    async setBreakpoint(spec, refuse) {
      const answer = await on.send('dapplex_jobBreakpoint', spec)
      if (!answer.success) throw refuse(failureText(answer))
    },
    async end(description) {
      // The core ends it by itself where its owner has left: a request would bring the owner back.
      if (isOver || on.view.job === undefined) return
      isOver = true
      // Without the signal of the call, which may have been cancelled. It fails only where the core has ended the job already.
      const ending = present({ here: true, description })
      await on.session.request('dapplex_jobEnd', ending, { timeoutMs: CLEAN_UP_MS }).catch(() => undefined)
    },
  }
}

const refused = (command: string) => (reason: string) => toolError('STEP_FAILED', { command, reason })

function stepIn(body: Body): JobStep {
  if (textIn(body, 'state') !== 'stopped') return { kind: 'over', why: textIn(body, 'why') ?? 'done' }
  const text = textIn(body, 'text') ?? textIn(body, 'description')
  return present({ kind: 'stands' as const, threadId: countIn(body, 'threadId'), reason: textIn(body, 'reason') ?? '', text })
}
