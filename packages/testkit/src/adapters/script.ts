import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** One thing that a scripted adapter does. */
export type Step =
  /** Answers the request with success. */
  | { readonly kind: 'respond'; readonly body?: unknown }
  /** Answers it with a failure. */
  | { readonly kind: 'fail'; readonly message: string; readonly body?: unknown }
  | { readonly kind: 'event'; readonly event: string; readonly body?: unknown }
  /** A request of the adapter's own. Its answer is among `requests`. */
  | { readonly kind: 'ask'; readonly command: string; readonly arguments?: unknown }
  /** Waits until the test sends this word. */
  | { readonly kind: 'wait'; readonly word: string }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Any JSON as a message, right or wrong: a second answer, an answer to nothing, ids of wrong types. */
  | { readonly kind: 'message'; readonly message: unknown }
  /** A frame whose body is not JSON. */
  | { readonly kind: 'malformed'; readonly text: string }
  /** Bytes outside any frame. Only in a process of its own. */
  | { readonly kind: 'garbage'; readonly text: string }
  /** A line on stderr. Only in a process of its own. */
  | { readonly kind: 'stderr'; readonly text: string }
  /** Closes the connection; a process of its own ends with the code, or is killed by a signal. */
  | { readonly kind: 'die'; readonly code?: number; readonly signal?: 'SIGKILL' | 'SIGSEGV' }

/** The steps for one request. Without `respond` or `fail` it is never answered. */
export type Reply = readonly Step[]

/**
 * An adapter written as data. It answers any request that the script does not mention as `DEFAULT_REPLIES` says.
 */
export interface Script {
  readonly capabilities?: Dap.Capabilities
  /** Steps at the start, before any request. */
  readonly start?: Reply
  /** The steps for each command. With a list of lists: the first, the second … time, and the last one from then on. */
  readonly on?: Readonly<Record<string, Reply | { readonly each: readonly Reply[] }>>
}

export const respond = (body?: unknown): Step => (body === undefined ? { kind: 'respond' } : { kind: 'respond', body })
export const fail = (message: string): Step => ({ kind: 'fail', message })
export const emit = (event: string, body?: unknown): Step =>
  body === undefined ? { kind: 'event', event } : { kind: 'event', event, body }

/** What is done about a request the script does not mention; any other command is answered with success and no body. */
export function defaultReply(request: Dap.Request, capabilities: Dap.Capabilities): Reply {
  switch (request.command) {
    case 'initialize':
      return [respond({ supportsConfigurationDoneRequest: true, ...capabilities })]
    case 'launch':
    case 'attach':
      return [emit('initialized'), respond()]
    case 'threads':
      return [respond({ threads: [{ id: 1, name: 'main' }] })]
    case 'setBreakpoints':
    case 'setFunctionBreakpoints':
    case 'setInstructionBreakpoints':
    case 'setDataBreakpoints':
      return [respond({ breakpoints: verifiedBreakpoints(request) })]
    case 'continue':
      return [respond({ allThreadsContinued: true })]
    case 'stackTrace':
      return [respond({ stackFrames: [{ id: 1000, name: 'main', line: 1, column: 1 }], totalFrames: 1 })]
    case 'scopes':
      return [respond({ scopes: [{ name: 'Locals', variablesReference: 1001, expensive: false }] })]
    case 'variables':
      return [respond({ variables: [] })]
    case 'evaluate':
      return [respond({ result: '', variablesReference: 0 })]
    case 'terminate':
      return [respond(), emit('terminated')]
    case 'disconnect':
      return [respond(), { kind: 'die', code: 0 }]
    default:
      return [respond()]
  }
}

/** All verified where they were asked for, numbered from 1 in each request. */
function verifiedBreakpoints(request: Dap.Request): Dap.Breakpoint[] {
  const { breakpoints = [] } = (request.arguments ?? {}) as { breakpoints?: readonly { line?: number }[] }
  return breakpoints.map(({ line }, index) => ({
    id: index + 1,
    verified: true,
    ...(line === undefined ? {} : { line }),
  }))
}
