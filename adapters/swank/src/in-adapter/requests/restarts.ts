import type { Arguments } from '../dap/arguments.js'
import { RequestFailure } from '../dap/failure.js'
import { keyword, list, quote } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import type { FramePlace } from '../session/references.js'
import type { Handlers, Shim } from '../session/shim.js'

export interface RestartFacts {
  readonly index: number
  readonly name: string
  readonly description: string
  /** It asks for its arguments when it is given none. */
  readonly interactive: boolean
}
export interface RestartList {
  readonly level: number
  readonly condition: string
  readonly condition_type: string
  readonly restarts: readonly RestartFacts[]
}

export function restartHandlers(shim: Shim): Handlers {
  return {
    restartFrame: async (args) => {
      const frame = frameAsked(shim, args)
      await shim.stops.resume(frame.thread, () => restart(shim, frame))
    },
    dapplex_frameReturn: async (args) => {
      const frame = frameAsked(shim, args)
      const value = args.text('value')
      await shim.stops.resumeTelling(frame.thread, () =>
        shim.helper.resume('return-from-frame', [frame.level, frame.index, value], frame.thread),
      )
      return { success: true }
    },
    dapplex_restarts: async (args) => {
      const thread = threadAsked(shim, args)
      return { thread_id: thread, ...(await listRestarts(shim, thread)) }
    },
    dapplex_restartInvoke: (args) => invokeRestart(shim, args),
  }
}

const restart = (shim: Shim, frame: FramePlace): Promise<void> =>
  shim.helper.resume('restart-frame', [frame.level, frame.index], frame.thread)

export function listRestarts(shim: Shim, thread: number): Promise<RestartList> {
  return shim.helper.call<RestartList>('restarts', [shim.stops.of(thread).level], thread)
}

/** The thread that is meant: the one named, else the only one that is stopped. Errors: NOT_PAUSED, INVALID_THREAD. */
export function threadAsked(shim: Shim, args: Arguments): number {
  const named = args.intOr('threadId')
  if (named !== undefined) return named
  const [only, ...others] = shim.stops.stopped
  if (only === undefined) throw new RequestFailure('NOT_PAUSED', 'No thread is stopped', { current_state: 'running' })
  if (others.length > 0)
    throw new RequestFailure('INVALID_THREAD', 'Several threads are stopped: name one with threadId', {
      stopped: [only, ...others],
    })
  return only
}

/** A frame by `frameId`, or by `threadId` and `index` from the top. Errors: INVALID_FRAME, NOT_PAUSED. */
function frameAsked(shim: Shim, args: Arguments): FramePlace {
  const id = args.intOr('frameId')
  if (id !== undefined) return shim.references.frame(id)
  const thread = threadAsked(shim, args)
  return { thread, level: shim.stops.of(thread).level, index: args.intOr('index') ?? 0 }
}

/**
 * Invokes a restart by `index` or `name`. `args`: expressions for its arguments; without them a restart that asks does so,
 * and `dapplex_input` answers.
 */
async function invokeRestart(shim: Shim, args: Arguments): Promise<unknown> {
  const thread = threadAsked(shim, args)
  const { level } = shim.stops.of(thread)
  const which = args.intOr('index') ?? args.text('name')
  const { restarts } = await listRestarts(shim, thread)
  const restart = restarts.find(({ index, name }) => index === which || name === String(which).toLowerCase())
  if (!restart)
    throw new RequestFailure('INVALID_PARAMETER', `There is no restart ${which}`, {
      parameter: typeof which === 'number' ? 'index' : 'name',
      allowed: restarts.map(({ index, name }) => `${index} ${name}`),
    })
  const given = args.has('args') ? args.texts('args') : undefined
  const operand: Form = given ? quote(list(...given)) : restart.interactive ? keyword('interactive') : null
  const invoked = shim.stops.resumeTelling(thread, () =>
    shim.helper.resume('invoke-restart', [level, restart.index, operand], thread),
  )
  // A restart that asks for its arguments waits for `dapplex_input`; this request does not wait with it.
  const asks = operand !== null && given === undefined ? shim.input.asked(thread) : undefined
  const waiting = await Promise.race([invoked.then(() => false), ...(asks ? [asks.then(() => true)] : [])])
  if (waiting)
    invoked.catch((error: unknown) => shim.tell(error instanceof Error ? error.message : String(error), 'important'))
  return {
    success: true,
    thread_id: thread,
    restart: { index: restart.index, name: restart.name },
    waits_for_input: waiting,
  }
}
