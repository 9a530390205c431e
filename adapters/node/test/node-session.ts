import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import {
  byName,
  DapClient,
  firstOf,
  listProcesses,
  type OpenedSession,
  openSession,
  type OpenSession,
  spawnAdapter,
  untilGone,
} from '@dapplex/testkit'
import type { SpawnedAdapter } from '@dapplex/testkit'
import { listeningPorts } from '../src/in-both/listening-ports.js'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
export const PROGRAMS = fileURLToPath(new URL('../../../fixtures/programs/node/', import.meta.url))
export const TOUR = `${PROGRAMS}tour.js`

/** The number of the line that carries a marker, from 1. */
export function lineOf(path: string, marker: string): number {
  const index = readFileSync(path, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`BREAK: ${marker}`))
  if (index === -1) throw new Error(`no line of ${path} carries BREAK: ${marker}`)
  return index + 1
}

/** Waits until a process has ended. */
export const untilEnded = (pid: number): Promise<void> =>
  untilGone(() => listProcesses().filter((one) => one.pid === pid))

/** Waits until a process listens on no port. */
export const untilNoPort = (pid: number): Promise<void> =>
  untilGone(() => listProcesses().filter((one) => one.pid === pid && listeningPorts(pid).length > 0))

/** The built adapter in its own process, with a client on its streams. */
export class NodeSession {
  readonly adapter: SpawnedAdapter
  readonly client: DapClient

  static async start(env: Record<string, string> = {}): Promise<NodeSession> {
    return new NodeSession(await spawnAdapter({ command: process.execPath, args: [MAIN], env }))
  }

  private constructor(adapter: SpawnedAdapter) {
    this.adapter = adapter
    this.client = new DapClient(adapter.port, { name: 'node' })
  }

  open(session: OpenSession): Promise<OpenedSession> {
    return openSession(this.client, session)
  }

  launch(
    program: string,
    { args = [], ...rest }: Partial<OpenSession> & { readonly args?: readonly string[] } = {},
  ): Promise<OpenedSession> {
    return this.open({ request: 'launch', ...rest, arguments: { program, args, ...rest.arguments } })
  }

  /** The next stop after a mark. */
  async stop(after = 0): Promise<Dap.StoppedEvent['body']> {
    return (await this.client.waitForEvent('stopped', () => true, { after })).body
  }

  /** Does something that moves the program, and waits for the stop that follows. */
  async move(command: 'continue' | 'next' | 'stepIn' | 'stepOut'): Promise<Dap.StoppedEvent['body']> {
    const after = this.client.mark()
    await this.client.expectSuccess(command, { threadId: 1 })
    return this.stop(after)
  }

  /** Lets the program run to its end, and gives its exit code. */
  async runToEnd(): Promise<number> {
    await this.client.expectSuccess('continue', { threadId: 1 })
    return this.exitCode()
  }

  async exitCode(): Promise<number> {
    const { body } = await this.client.waitForEvent('exited')
    await this.client.waitForEvent('terminated')
    return body.exitCode
  }

  async frames(): Promise<Dap.StackFrame[]> {
    return (await this.client.expectSuccess('stackTrace', { threadId: 1 })).stackFrames
  }

  async topFrame(): Promise<Dap.StackFrame> {
    const { stackFrames } = await this.client.expectSuccess('stackTrace', { threadId: 1, startFrame: 0, levels: 1 })
    return firstOf(stackFrames)
  }

  async scopes(frameId: number): Promise<Dap.Scope[]> {
    return (await this.client.expectSuccess('scopes', { frameId })).scopes
  }

  async children(args: Dap.VariablesArguments | number): Promise<Dap.Variable[]> {
    const request = typeof args === 'number' ? { variablesReference: args } : args
    return (await this.client.expectSuccess('variables', request)).variables
  }

  /** The variables of a scope of the top frame. */
  async variables(scope: string): Promise<Dap.Variable[]> {
    const scopes = await this.scopes((await this.topFrame()).id)
    return this.children(byName(scopes, scope).variablesReference)
  }

  /** The children of an expression's value. */
  async inside(expression: string): Promise<Dap.Variable[]> {
    const { variablesReference } = await this.evaluate(expression)
    return this.children(variablesReference)
  }

  async evaluate(expression: string, context = 'watch'): Promise<Dap.EvaluateResponse['body']> {
    const { id: frameId } = await this.topFrame()
    return this.client.expectSuccess('evaluate', { expression, frameId, context })
  }

  /** What the program printed so far. */
  output(category: string): string {
    const events = this.client.events('output').filter(({ body }) => body.category === category)
    return events.map(({ body }) => body.output).join('')
  }

  /** Waits until this has been printed. */
  async printed(category: string, text: string): Promise<void> {
    await this.client.timeline.waitFor(`${category} ${text}`, () => this.output(category).includes(text) || undefined)
  }

  /** Waits until the program has nothing to do but wait for events. */
  async idle(): Promise<void> {
    const expression = 'await new Promise((resolve) => setTimeout(resolve, 1))'
    await this.client.expectSuccess('evaluate', { expression, context: 'repl' })
  }

  async end(): Promise<void> {
    await this.client.request('disconnect', {}).catch(() => undefined)
    await this.adapter.kill()
  }
}
