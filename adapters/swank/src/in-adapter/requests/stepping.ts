import type { Arguments } from '../dap/arguments.js'
import { RequestFailure } from '../dap/failure.js'
import type { Handlers, Shim } from '../session/shim.js'

/** Steps go by lines; `granularity: instruction` is one form, the smallest step there is. */
const stepBy = (args: Arguments, otherwise: string): string =>
  args.textOr('granularity') === 'instruction' ? 'form' : args.textOr('granularity') === 'line' ? 'line' : otherwise

export function steppingHandlers(shim: Shim): Handlers {
  const step = async (args: Arguments, mode: string): Promise<void> => {
    const thread = args.int('threadId')
    await shim.stops.resume(thread, () => shim.helper.resume('step', [mode, stepBy(args, 'line')], thread))
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
    pause: async (args) => {
      const thread = args.int('threadId')
      if (shim.stops.isStopped(thread))
        throw new RequestFailure('STEP_FAILED', `Thread ${thread} is stopped already`, {
          command: 'pause',
          reason: `thread ${thread} is stopped already`,
        })
      await shim.helper.call('pause', [thread])
    },
  }
}
