import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { DapClient } from './dap-client.js'

export interface OpenSession {
  readonly request: 'launch' | 'attach'
  readonly arguments: Readonly<Record<string, unknown>>
  /** Added to what VS Code says about itself. */
  readonly initialize?: Partial<Dap.InitializeRequestArguments>
  /** By path: lines, or breakpoints with their conditions. */
  readonly breakpoints?: Readonly<Record<string, readonly (number | Dap.SourceBreakpoint)[]>>
  readonly functionBreakpoints?: readonly Dap.FunctionBreakpoint[]
  /** Ids of exception filters. By default those that the adapter turns on by default. */
  readonly exceptionFilters?: readonly string[]
}

export interface OpenedSession {
  readonly capabilities: Dap.Capabilities
  /** By path, in the order asked. */
  readonly breakpoints: Readonly<Record<string, readonly Dap.Breakpoint[]>>
  /** The response to launch or attach, whenever it comes; it may be a failure. */
  readonly started: Promise<Dap.Response>
}

/** What VS Code says about itself. */
const INITIALIZE: Dap.InitializeRequestArguments = {
  clientID: 'vscode',
  clientName: 'Visual Studio Code',
  adapterID: 'dapplex-test',
  locale: 'en',
  linesStartAt1: true,
  columnsStartAt1: true,
  pathFormat: 'path',
  supportsVariableType: true,
  supportsVariablePaging: true,
  supportsRunInTerminalRequest: true,
  supportsProgressReporting: true,
  supportsInvalidatedEvent: true,
  supportsMemoryReferences: true,
  supportsMemoryEvent: true,
  supportsStartDebuggingRequest: true,
  supportsArgsCanBeInterpretedByShell: true,
  supportsANSIStyling: true,
}

/**
 * Opens a session as VS Code does: initialize; launch or attach, not awaited; at `initialized` the breakpoints of all files
 * in parallel, function breakpoints, exception filters; then configurationDone.
 * @throws DapFailure for the first step that was refused; Error when `initialized` does not come
 */
export async function openSession(client: DapClient, session: OpenSession): Promise<OpenedSession> {
  const capabilities = (await client.expectSuccess('initialize', { ...INITIALIZE, ...session.initialize })) ?? {}
  const seq = client.post(session.request, session.arguments)
  const started = client.response(seq)
  // Whether the caller awaits it or not, a session that ends first must not be an unhandled rejection.
  started.catch(() => undefined)
  await initializedOrRefused(client, started)
  const [breakpoints] = await Promise.all([
    setBreakpoints(client, session),
    setFunctionBreakpoints(client, session),
    setExceptionBreakpoints(client, { session, capabilities }),
  ])
  if (capabilities.supportsConfigurationDoneRequest === true) await client.expectSuccess('configurationDone', {})
  return { capabilities, breakpoints, started }
}

/** After a failed launch, `initialized` may never come. If the launch succeeds, `initialized` may come before its answer. */
async function initializedOrRefused(client: DapClient, started: Promise<Dap.Response>): Promise<void> {
  const refusal = started.then(
    (response) => (response.success ? undefined : response),
    () => undefined,
  )
  const initialized = client.waitForEvent('initialized').then(() => undefined)
  const refused = await Promise.race([initialized, refusal.then((response) => response ?? initialized)])
  if (refused !== undefined)
    throw new Error(`${refused.command} was refused: ${refused.message ?? ''}\n${client.timeline.tail()}`)
}

async function setBreakpoints(
  client: DapClient,
  { breakpoints = {} }: OpenSession,
): Promise<OpenedSession['breakpoints']> {
  const answers = Object.entries(breakpoints).map(async ([path, specs]) => {
    const wanted = specs.map((spec) => (typeof spec === 'number' ? { line: spec } : spec))
    const source = { path, name: path.split(/[\\/]/).at(-1) ?? path }
    const body = await client.expectSuccess('setBreakpoints', {
      source,
      breakpoints: wanted,
      lines: wanted.map(({ line }) => line),
      sourceModified: false,
    })
    return [path, body.breakpoints] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

async function setFunctionBreakpoints(client: DapClient, { functionBreakpoints }: OpenSession): Promise<void> {
  if (functionBreakpoints === undefined) return
  await client.expectSuccess('setFunctionBreakpoints', { breakpoints: [...functionBreakpoints] })
}

interface Opening {
  readonly session: OpenSession
  readonly capabilities: Dap.Capabilities
}

async function setExceptionBreakpoints(client: DapClient, { session, capabilities }: Opening): Promise<void> {
  const offered = capabilities.exceptionBreakpointFilters
  if (offered === undefined || offered.length === 0) return
  const byDefault = offered.filter((one) => one.default === true).map((one) => one.filter)
  await client.expectSuccess('setExceptionBreakpoints', { filters: [...(session.exceptionFilters ?? byDefault)] })
}
