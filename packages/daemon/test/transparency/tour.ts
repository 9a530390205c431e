import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { openSession, type DapClient } from '@dapplex/testkit'

/** What is done to a program, the same with the adapter alone and through dapplex. */
export interface TourProgram {
  readonly launch: Readonly<Record<string, unknown>>
  readonly source: string
  /** Line in a function that is called five times. */
  readonly line: number
  /** An expression that the adapter evaluates, and one that it refuses. */
  readonly good: string
  readonly bad: string
  /** A local that can be set, and the new value as the adapter wants it. */
  readonly variable: string
  readonly value: string
  /** A condition that is true in one of the five calls. */
  readonly condition: string
}

const WAIT = { timeoutMs: 200_000 }

/**
 * A session as an editor leads it, from initialize to the end. Each step waits for what it causes, so that two runs have
 * their messages in the same order as far as the adapter has one.
 */
export async function playTour(client: DapClient, program: TourProgram): Promise<void> {
  const { source, line } = program
  const breakpoints = { [source]: [line] }
  const { started } = await openSession(client, { request: 'launch', arguments: program.launch, breakpoints })
  await started
  const { body } = await client.waitForEvent('stopped', () => true, WAIT)
  const threadId = body.threadId ?? 0
  const frameId = await look(client, threadId)
  await client.request('evaluate', { expression: program.good, frameId, context: 'repl' })
  await client.request('evaluate', { expression: program.bad, frameId, context: 'watch' })
  await setVariable(client, { program, frameId })
  await move(client, { command: 'next', threadId })
  await look(client, threadId)
  await move(client, { command: 'stepOut', threadId })
  await client.request('stackTrace', { threadId, startFrame: 0, levels: 2 })
  const changed = [{ line, condition: program.condition }]
  await client.request('setBreakpoints', { source: { path: source }, breakpoints: changed, lines: [line] })
  await move(client, { command: 'continue', threadId })
  await client.request('stackTrace', { threadId, startFrame: 0, levels: 1 })
  await client.request('setBreakpoints', { source: { path: source }, breakpoints: [], lines: [] })
  await client.request('continue', { threadId })
  await client.waitForEvent('terminated', () => true, WAIT)
  // An adapter may go before it has answered: lldb-vscode 14 does.
  await client.request('disconnect', {}).catch(() => client.closed)
}

/** Everything that an editor reads at a stop; returns the top frame. */
async function look(client: DapClient, threadId: number): Promise<number> {
  await client.request('threads')
  const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 20 })
  const frameId = stackFrames[0]?.id ?? -1
  const { scopes } = await client.expectSuccess('scopes', { frameId })
  for (const scope of scopes.filter((one) => !one.expensive)) {
    const { variables } = await client.expectSuccess('variables', { variablesReference: scope.variablesReference })
    for (const variable of variables.filter(isSmall))
      await client.request('variables', { variablesReference: variable.variablesReference })
  }
  return frameId
}

/** Objects of the program; the runtime's own (globals, modules) have thousands of members that differ from run to run. */
const isSmall = (variable: Dap.Variable): boolean =>
  variable.variablesReference > 0 && ['order', 'prices', 'ORDER', 'PRICES'].includes(variable.name)

async function setVariable(
  client: DapClient,
  { program, frameId }: { program: TourProgram; frameId: number },
): Promise<void> {
  const { scopes } = await client.expectSuccess('scopes', { frameId })
  const { variable: name, value } = program
  const [scope] = scopes
  await client.request('setVariable', { variablesReference: scope?.variablesReference ?? 0, name, value })
}

async function move(
  client: DapClient,
  { command, threadId }: { command: 'next' | 'stepOut' | 'continue'; threadId: number },
): Promise<void> {
  const after = client.mark()
  await client.expectSuccess(command, { threadId })
  await client.waitForEvent('stopped', () => true, { after, ...WAIT })
}
