import type { Arguments } from '../dap/arguments.js'
import { RequestFailure } from '../dap/failure.js'
import type { Form } from '../sexp/form.js'
import type { Handlers, Shim } from '../session/shim.js'

/** Steps go by lines; `granularity: instruction` is one form, the smallest step there is. */
const stepBy = (args: Arguments, otherwise: string): string =>
  args.textOr('granularity') === 'instruction' ? 'form' : args.textOr('granularity') === 'line' ? 'line' : otherwise

/** `tell`: the request is not of the standard, so that it resumes is told by an event. */
interface StepSpec {
  readonly more?: readonly Form[]
  readonly tell?: boolean
}

export function steppingHandlers(shim: Shim): Handlers {
  const step = async (args: Arguments, mode: string, { more = [], tell = false }: StepSpec = {}): Promise<void> => {
    const thread = args.int('threadId')
    const run = () => shim.helper.resume('step', [mode, stepBy(args, 'line'), ...more], thread)
    await (tell ? shim.stops.resumeTelling(thread, run) : shim.stops.resume(thread, run))
  }
  return {
    continue: async (args) => {
      const thread = args.int('threadId')
      const info = shim.stops.of(thread)
      const { target } = shim.connection
      const operation =
        !info.can_continue && target.kind === 'launched' && target.onUncaught === 'abort' ? 'abort-thread' : 'continue'
      if (operation === 'abort-thread')
        shim.tell('This error has no CONTINUE restart: the thread ends, as it would without a debugger.', 'important')
      await shim.stops.resume(thread, () => shim.helper.resume(operation, [], thread))
      return { allThreadsContinued: false }
    },
    next: (args) => step(args, 'over'),
    stepIn: (args) => step(args, 'into'),
    stepOut: (args) => step(args, 'out'),
    dapplex_until: async (args) => {
      await step(args, 'until', { more: args.has('line') ? [shim.lineIn(args.int('line'))] : [], tell: true })
      return {}
    },
    pause: async (args) => {
      const thread = args.int('threadId')
      if (shim.stops.isStopped(thread))
        throw new RequestFailure('NOT_RUNNING', `Thread ${thread} is stopped already`, { thread_id: thread })
      await shim.helper.call('pause', [thread])
    },
  }
}
