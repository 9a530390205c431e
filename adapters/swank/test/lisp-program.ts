import { type RequestParams } from '@dapplex/protocol'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { DapClient, listProcesses, openSession, spawnAdapter, untilGone } from '@dapplex/testkit'
import type { OpenSession, SpawnedAdapter } from '@dapplex/testkit'
import { onTestFinished } from 'vitest'
import { CoreCache } from '../src/in-adapter/image/core-cache.js'
import { findCommand } from '../src/in-both/find-command.js'
import { findSwank } from '../src/in-both/find-swank.js'
import { swankAdapter } from '../src/in-daemon/definition.js'

/** A folder that all test runs share: the first one builds the core. */
export const testCache = join(tmpdir(), 'dapplex-test-cache')

/** Builds the core where there is none, before any wait for a message begins: a busy machine takes its time for that. */
const coreBuilt = once(async () => {
  const swank = findSwank(undefined, process.env)
  const sbcl = findCommand('sbcl', process.env)
  if (sbcl === undefined || !('loader' in swank)) return
  await new CoreCache(sbcl, swank.loader, { DAPPLEX_CACHE: testCache }).boot(() => undefined)
})

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/programs/lisp/${name}`, import.meta.url))

/** The line of a source that carries `BREAK: <mark>`. */
export function lineOf(file: string, mark: string): number {
  const at = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => new RegExp(`BREAK: ${mark}\\s*$`).test(line))
  if (at < 0) throw new Error(`${file} has no line marked ${mark}`)
  return at + 1
}

export async function startAdapter(
  env: Record<string, string> = {},
): Promise<{ client: DapClient; adapter: SpawnedAdapter }> {
  await coreBuilt()
  const adapter = await spawnAdapter({
    command: process.execPath,
    args: [swankAdapter.entry ?? ''],
    env: { DAPPLEX_CACHE: testCache, ...env },
  })
  const client = new DapClient(adapter.port, { name: 'lisp' })
  onTestFinished(() => adapter.kill())
  return { client, adapter }
}

/** A session with a Lisp program, and what a test asks of it again and again. */
export class Lisp {
  private at = 0
  constructor(
    readonly client: DapClient,
    readonly adapter: SpawnedAdapter,
    readonly breakpoints: Readonly<Record<string, readonly Dap.Breakpoint[]>>,
  ) {}

  static async launch(
    program: string,
    spec: Partial<OpenSession> & { launch?: Record<string, unknown> } = {},
  ): Promise<Lisp> {
    const { client, adapter } = await startAdapter()
    const session = { request: 'launch' as const, arguments: { program, userInit: false, ...spec.launch }, ...spec }
    const { breakpoints } = await openSession(client, session)
    return new Lisp(client, adapter, breakpoints)
  }

  /** The next stop that no earlier call has answered. */
  async stop(): Promise<Dap.StoppedEvent['body']> {
    const event = await this.client.waitForEvent('stopped', () => true, { after: this.at })
    const entry = this.client.timeline.entries.find(({ message }) => message === event)
    this.at = (entry?.index ?? this.client.mark()) + 1
    return event.body
  }

  /** Sends a request that moves the program and waits for the stop that follows. */
  async move(command: string, args: Record<string, unknown>): Promise<Dap.StoppedEvent['body']> {
    await this.client.expectSuccess(command, args)
    return this.stop()
  }

  /** Evaluates what signals an error, which enters the debugger. */
  async enterDebugger(args: RequestParams<'dapplex_lispEval'>) {
    const answer = await this.client.expectSuccess('dapplex_lispEval', args)
    if (answer.debug === true) return answer
    throw new Error(`${args.code} entered no debugger: ${JSON.stringify(answer)}`)
  }

  async frames(threadId: number): Promise<Dap.StackFrame[]> {
    return (await this.client.expectSuccess('stackTrace', { threadId, levels: 50 })).stackFrames
  }

  async top(threadId: number): Promise<Dap.StackFrame> {
    const [frame] = await this.frames(threadId)
    if (!frame) throw new Error(`thread ${threadId} has no frames`)
    return frame
  }

  /** Values by name, of all scopes of a frame or of one. */
  async variables(frameId: number, scope?: string): Promise<Record<string, string>> {
    const { scopes } = await this.client.expectSuccess('scopes', { frameId })
    const lists = await Promise.all(
      scopes
        .filter(({ name }) => scope === undefined || name === scope)
        .map(({ variablesReference }) => this.client.expectSuccess('variables', { variablesReference })),
    )
    return Object.fromEntries(lists.flatMap(({ variables }) => variables.map(({ name, value }) => [name, value])))
  }

  async evaluate(expression: string, frameId?: number): Promise<string> {
    const body = await this.client.expectSuccess('evaluate', {
      expression,
      context: 'watch',
      ...(frameId ? { frameId } : {}),
    })
    return body.result
  }

  output(category?: string): string {
    return this.client
      .events('output')
      .filter((event) => category === undefined || event.body.category === category)
      .map((event) => event.body.output)
      .join('')
  }

  async exitCode(): Promise<number> {
    const { body } = await this.client.waitForEvent('exited')
    await this.client.waitForEvent('terminated')
    return body.exitCode
  }
}

/** Launches a program that only one test needs. */
export function launchText(text: string, spec: Parameters<typeof Lisp.launch>[1] = {}): Promise<Lisp> {
  return Lisp.launch(programFile(text), spec)
}

/** A file with a program that only one test needs. */
export function programFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'dapplex-lisp-')), 'program.lisp')
  writeFileSync(file, text)
  return file
}

/** Settles when a process is gone. */
export const gone = (pid: number): Promise<void> => untilGone(() => listProcesses().filter((one) => one.pid === pid))
