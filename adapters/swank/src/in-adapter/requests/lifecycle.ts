import { capabilities } from '../dap/capabilities.js'
import type { Handlers, Shim } from '../session/shim.js'
import { RequestFailure } from '../dap/failure.js'

/** How long a program may take to end by itself after `terminate`. */
const graceMs = 2_000

export function lifecycleHandlers(shim: Shim): Handlers {
  return {
    initialize: (args) => {
      const format = args.textOr('pathFormat') ?? 'path'
      if (format !== 'path')
        throw new RequestFailure('INVALID_PARAMETER', `pathFormat ${format} is not supported, only path`, {
          parameter: 'pathFormat',
        })
      shim.conventions.linesStartAt1 = args.flag('linesStartAt1', true)
      shim.conventions.columnsStartAt1 = args.flag('columnsStartAt1', true)
      return capabilities
    },
    disconnect: async (args) => {
      await leave(shim, args.has('terminateDebuggee') ? args.flag('terminateDebuggee') : undefined)
    },
    terminate: () => {
      const target = shim.connected?.target
      if (target?.kind !== 'launched')
        throw new RequestFailure('UNSUPPORTED', 'Only a launched program can be terminated', {
          capability: 'terminate',
        })
      // A stopped thread would run its cleanup forms on SIGTERM: nobody has asked for more of the program.
      if (shim.stops.stopped.length > 0) return target.image.kill()
      target.image.terminate()
      const timer = setTimeout(() => target.image.kill(), graceMs)
      void target.image.exited.then(() => clearTimeout(timer))
    },
  }
}

/** Leaves the image: a launched one is killed, an attached one runs on. */
export async function leave(shim: Shim, terminate: boolean | undefined): Promise<void> {
  const connection = shim.connected
  if (!connection) return
  const { target, client, helper } = connection
  if (target.kind === 'launched') {
    if (terminate === false && shim.phase !== 'ended')
      shim.tell('A launched Lisp image cannot live without its debug adapter: it is ended.', 'important')
    target.image.kill()
    await target.image.exited
    return
  }
  if (shim.phase === 'ended') return
  shim.phase = 'ended'
  try {
    await helper.call('detach', [terminate === true || null], { timeoutMs: graceMs })
  } catch {
    // The image may be gone, or busy: its closed-connection hook does the same.
  }
  client.destroy()
}
