import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { DapClient, dapSchema, openSession, type Mark, type OpenSession } from '@dapplex/testkit'
import { connectUnixSocket } from '@dapplex/transport'
import { expect } from 'vitest'
import type { TestDaemon } from '../../support/test-daemon.js'
import type { Program, Subject } from './subjects.js'

/** An adapter that compiles, or an image that loads, may take its time. */
export const SLOW = { timeoutMs: 200_000 }

/** What differs from an editor's usual opening. */
export type Opening = Partial<Omit<OpenSession, 'request'>> & { readonly name?: string; readonly workspace?: string }

export interface Launched {
  readonly client: DapClient
  /** Name of the session, for those who join. */
  readonly session: string
  readonly breakpoints: Readonly<Record<string, readonly Dap.Breakpoint[]>>
  readonly capabilities: Dap.Capabilities
}

/** A client on the daemon's own socket, with time for adapters that compile, or load an image, before they answer. */
export async function clientOf(host: TestDaemon, name: string): Promise<DapClient> {
  return new DapClient(await connectUnixSocket(host.daemon.state.socket), { name, ...SLOW })
}

/** A client that launches a program through the daemon as an editor does. */
export async function launch(
  host: TestDaemon,
  { adapter }: Pick<Subject, 'adapter'>,
  { program, workspace, ...opening }: Opening & { readonly program: Pick<Program, 'launch'> },
): Promise<Launched> {
  const client = await clientOf(host, opening.name ?? 'first')
  await client.expectSuccess('dapplex_hello', {
    adapter,
    name: opening.name ?? 'first',
    ...(workspace === undefined ? {} : { cwd: workspace }),
  })
  const { started, breakpoints, capabilities } = await openSession(client, {
    request: 'launch',
    exceptionFilters: [],
    ...opening,
    arguments: { ...program.launch, ...opening.arguments },
  })
  expect(await started).toMatchObject({ success: true })
  return { client, session: await newestSession(host), breakpoints, capabilities }
}

export async function newestSession(host: TestDaemon): Promise<string> {
  const agent = await host.agent('looker')
  const { sessions } = await agent.call('sessions_list')
  await agent.close()
  const ids = sessions.map((one) => one.session_id)
  return ids.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))).at(-1) ?? ''
}

/** A client that joins a session. Resolves when it has been told everything that configurationDone brings. */
export async function join(
  host: TestDaemon,
  session: string,
  opening: Opening = {},
): Promise<Omit<Launched, 'session'>> {
  const client = await clientOf(host, opening.name ?? 'second')
  await client.expectSuccess('dapplex_hello', { session, name: opening.name ?? 'second' })
  const { started, breakpoints, capabilities } = await openSession(client, {
    request: 'attach',
    exceptionFilters: [],
    ...opening,
    arguments: { dapplexSession: session, ...opening.arguments },
  })
  expect(await started).toMatchObject({ success: true })
  return { client, breakpoints, capabilities }
}

export interface SeenStop {
  readonly threadId: number
  readonly body: Dap.StoppedEvent['body']
  readonly line: number
  readonly path: string
  readonly frameId: number
}

/** Waits for a stop after a mark and asks where it is, as every editor does. */
export async function stopAfter(client: DapClient, after: Mark = 0): Promise<SeenStop> {
  const { body } = await client.waitForEvent('stopped', () => true, { after, ...SLOW })
  const threadId = body.threadId ?? 0
  const top = await topFrame(client, threadId)
  return { threadId, body, line: top.line, path: top.source?.path ?? '', frameId: top.id }
}

export async function topFrame(client: DapClient, threadId: number): Promise<Dap.StackFrame> {
  const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 20 })
  const [top] = stackFrames
  if (top === undefined) throw new Error('the stack is empty')
  return top
}

/** All clients see the next stop, which one of them has caused. */
export async function moveTogether(
  mover: DapClient,
  move: { readonly command: 'continue' | 'next'; readonly threadId: number },
  others: readonly DapClient[],
): Promise<SeenStop[]> {
  const clients = [mover, ...others]
  const marks = clients.map((client) => client.mark())
  await mover.expectSuccess(move.command, { threadId: move.threadId }, SLOW)
  return Promise.all(clients.map((client, at) => stopAfter(client, marks[at])))
}

export async function setLines(
  client: DapClient,
  path: string,
  specs: readonly (number | Dap.SourceBreakpoint)[],
): Promise<Dap.Breakpoint[]> {
  const breakpoints = specs.map((spec) => (typeof spec === 'number' ? { line: spec } : spec))
  const lines = breakpoints.map(({ line }) => line)
  return (await client.expectSuccess('setBreakpoints', { source: { path }, breakpoints, lines }, SLOW)).breakpoints
}

export async function localsOf(client: DapClient, frameId: number): Promise<Dap.Variable[]> {
  return rowsIn(client, (await client.expectSuccess('scopes', { frameId })).scopes)
}

/** The variables of all scopes that cost little. */
export async function rowsIn(client: DapClient, scopes: readonly Dap.Scope[]): Promise<Dap.Variable[]> {
  const lists = scopes
    .filter((one) => !one.expensive)
    .map(({ variablesReference }) => client.expectSuccess('variables', { variablesReference }))
  return (await Promise.all(lists)).flatMap((one) => one.variables)
}

/**
 * What every test of the rules ends with: the session is terminated by `last`, everybody hears it once, and nothing that
 * anyone was sent breaks the protocol.
 * @param last who launched the program, or the only one who is there: anyone else's `disconnect` only leaves (mux 11)
 */
export async function endTogether(last: DapClient, clients: readonly DapClient[]): Promise<void> {
  await last.expectSuccess('disconnect', { terminateDebuggee: true })
  await Promise.all(
    clients.filter((one) => one !== last).map((one) => one.waitForEvent('terminated', () => true, SLOW)),
  )
  for (const client of clients) {
    expectValid(client)
    await client.close()
  }
}

/**
 * mux 20, 24: one response to each request, one `terminated` at most, seq that counts up, every message valid DAP.
 * @param runs how often the program was started while the client was there
 */
export function expectValid(client: DapClient, runs = 1): void {
  expect(client.violations, client.timeline.name).toEqual([])
  const received = client.timeline.received(() => true)
  const invalid = received.flatMap((message) =>
    dapSchema()
      .check(message)
      .map((why) => `${why}: ${JSON.stringify(message).slice(0, 300)}`),
  )
  expect(invalid, client.timeline.name).toEqual([])
  const seqs = received.map(({ seq }) => seq)
  expect(seqs, client.timeline.name).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  expect(client.events('terminated').length, client.timeline.name).toBeLessThanOrEqual(runs)
}
