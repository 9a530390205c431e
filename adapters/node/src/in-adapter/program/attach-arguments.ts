import type { Fields } from '@dapplex/protocol/dap'
import type { InspectorAddress } from '../inspector/endpoint.js'
import { RequestFailure } from '../dap/request-failure.js'

export interface AttachArguments {
  readonly target:
    { readonly kind: 'process'; readonly pid: number } | ({ readonly kind: 'address' } & InspectorAddress)
  /** What happens at the first line of a program that waits for a debugger (`--inspect-brk`). */
  readonly stopOnEntry: boolean
}

const DEFAULT_PORT = 9229

/**
 * Reads the arguments of `attach`: a process (`pid`, `processId`), or an address (`port`; `host`, `address`), by default
 * Node's own 127.0.0.1:9229.
 * @throws RequestFailure that names the argument
 */
export function readAttachArguments(args: Fields): AttachArguments {
  const stopOnEntry = args.flagOr('stopOnEntry') ?? true
  const pid = args.numberOr('pid') ?? readProcessId(args)
  const port = args.numberOr('port')
  if (pid !== undefined && port !== undefined) {
    throw new RequestFailure('attach: give a pid or a port, not both')
  }
  if (pid !== undefined) {
    if (!Number.isInteger(pid) || pid <= 0) throw new RequestFailure(`attach: pid must be a whole number, not ${pid}`)
    return { target: { kind: 'process', pid }, stopOnEntry }
  }
  const host = args.textOr('host') ?? args.textOr('address') ?? '127.0.0.1'
  return { target: { kind: 'address', ...withPort(host, port) }, stopOnEntry }
}

/** VS Code sends the id of a picked process as text. */
function readProcessId(args: Fields): number | undefined {
  try {
    return args.numberOr('processId')
  } catch {
    return Number(args.textOr('processId'))
  }
}

/** `address` may carry its port: `localhost:9230`. */
function withPort(host: string, port: number | undefined): InspectorAddress {
  const both = /^(.*[^:]):(\d+)$/.exec(host)
  const address =
    both?.[1] === undefined || both[2] === undefined || port !== undefined
      ? { host, port: port ?? DEFAULT_PORT }
      : { host: both[1], port: Number(both[2]) }
  if (!Number.isInteger(address.port) || address.port < 1 || address.port > 65_535) {
    throw new RequestFailure(`attach: port must be a whole number from 1 to 65535, not ${address.port}`)
  }
  return address
}
