import { errorToDap, isJsonObject, type DapMessage, type ToolError } from '@dapplex/protocol'

type Args = Readonly<Record<string, unknown>>

/**
 * The answer to an attach that its adapter must not get, as if the adapter had refused it. Every attach goes by here: of an
 * editor whose adapter was started at `initialize`, with `restart`, and with `dap_request`.
 */
export function refusedAttach(message: DapMessage, refuse: (args: Args) => ToolError | undefined): Args | undefined {
  if (message.type !== 'request' || !('command' in message)) return undefined
  const args = attachArguments(message.command, 'arguments' in message ? message.arguments : undefined)
  const problem = args === undefined ? undefined : refuse(args)
  if (problem === undefined) return undefined
  const { seq: request_seq, command } = message
  const error = { ...errorToDap(problem), showUser: true }
  return { seq: 0, type: 'response', request_seq, command, success: false, message: problem.message, body: { error } }
}

/** `restart` carries the arguments of the attach or launch once more (DAP, `RestartArguments`). */
function attachArguments(command: string, args: unknown): Args | undefined {
  const given = isJsonObject(args) ? args : {}
  switch (command) {
    case 'attach':
      return given
    case 'restart': {
      const again = given['arguments']
      return isJsonObject(again) && ('pid' in again || 'processId' in again) ? again : undefined
    }
    default:
      return undefined
  }
}
