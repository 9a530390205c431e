import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { DapClient } from '../dap/dap-client.js'
import { openSession } from '../dap/open-session.js'
import type { Observation, Subject, Ingress } from './observation.js'
import { bareName } from './observation.js'

const WAIT_MS = 200_000

/** The suite over raw DAP. `open` starts the adapter process, or `dapplex dap`; `launchArguments` writes its launch. */
export function dapIngress(
  name: string,
  {
    open,
    launchArguments,
  }: { open: (subject: Subject) => Promise<DapClient>; launchArguments: (subject: Subject) => Record<string, unknown> },
): Ingress {
  return {
    name,
    observe: async (subject) => {
      const client = await open(subject)
      try {
        return await play(client, { subject, launchArguments: launchArguments(subject) })
      } finally {
        await client.close()
      }
    },
  }
}

async function play(
  client: DapClient,
  { subject, launchArguments }: { subject: Subject; launchArguments: Record<string, unknown> },
): Promise<Observation> {
  const { source, line } = subject
  const opened = await openSession(client, {
    request: 'launch',
    arguments: launchArguments,
    breakpoints: { [source]: [line] },
    // Turns off the adapter's default filters, so that an exit code does not count as an exception.
    exceptionFilters: [],
  })
  const stopped = await nextStop(client, 0)
  const breakpoint = latestBreakpoint(client, opened.breakpoints[source]?.[0])
  const threadId = stopped.body.threadId ?? 0
  const top = await readFrames(client, threadId)
  const [frame] = top
  const { scopes } = await client.expectSuccess('scopes', { frameId: frame?.id ?? -1 })
  const variables = await readVariables(client, scopes)
  const { result } = await client.expectSuccess('evaluate', {
    expression: subject.expression,
    frameId: frame?.id ?? -1,
    context: 'repl',
  })
  const { threads } = await client.expectSuccess('threads')

  const beforeStep = client.mark()
  await client.expectSuccess('next', { threadId })
  await nextStop(client, beforeStep)
  const steppedTo = (await readFrames(client, threadId))[0]?.line ?? 0
  const beforeContinue = client.mark()
  await client.expectSuccess('continue', { threadId })
  await nextStop(client, beforeContinue)
  const secondStop = (await readFrames(client, threadId))[0]?.line ?? 0
  await client.expectSuccess('setBreakpoints', { source: { path: source }, breakpoints: [] })
  await client.expectSuccess('continue', { threadId })
  const exited = await client.waitForEvent('exited', () => true, { timeoutMs: WAIT_MS })
  await client.waitForEvent('terminated', () => true, { timeoutMs: WAIT_MS })
  await client.request('disconnect', {})
  return {
    breakpoint: { verified: breakpoint?.verified ?? false, line: breakpoint?.line ?? 0 },
    stop: { reason: stopped.body.reason, line: frame?.line ?? 0 },
    hasThreads: threads.some((one) => one.id === threadId),
    stack: top
      .filter((one) => one.source?.path === source)
      .slice(0, 2)
      .map((one) => ({ function: bareName(one.name), line: one.line })),
    variables: Object.fromEntries(
      variables
        .filter((one) => subject.variables.includes(one.name.toLowerCase()))
        .map((one) => [one.name.toLowerCase(), one.value]),
    ),
    evaluated: result,
    steppedTo,
    secondStop,
    exitCode: exited.body.exitCode,
  }
}

const nextStop = (client: DapClient, after: number) =>
  client.waitForEvent('stopped', () => true, { after, timeoutMs: WAIT_MS })

async function readFrames(client: DapClient, threadId: number): Promise<Dap.StackFrame[]> {
  const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 20 })
  return stackFrames
}

/** setBreakpoints may answer with an unverified breakpoint. Then the last `breakpoint` event about it counts. */
function latestBreakpoint(client: DapClient, answered: Dap.Breakpoint | undefined): Dap.Breakpoint | undefined {
  const changes = client.events('breakpoint').filter((event) => event.body.breakpoint.id === answered?.id)
  return changes.reduce((known, event) => ({ ...known, ...event.body.breakpoint }), answered)
}

async function readVariables(client: DapClient, scopes: readonly Dap.Scope[]): Promise<Dap.Variable[]> {
  const cheap = scopes.filter((scope) => !scope.expensive && scope.variablesReference > 0)
  const lists = await Promise.all(
    cheap.map(({ variablesReference }) => client.expectSuccess('variables', { variablesReference })),
  )
  return lists.flatMap((list) => list.variables)
}
