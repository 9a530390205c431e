import { fileURLToPath } from 'node:url'
import {
  buildDotnet,
  commandOf,
  DapClient,
  fixture,
  markerLine,
  missing,
  openSession,
  spawnAdapter,
  type Mark,
} from '@dapplex/testkit'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Scope } from './dotnet-programs.js'

/** Why these tests cannot run here; undefined when they can. */
export const notLive = missing('dotnet', 'netcoredbg')

const shimEntry = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const sources = ['Model.cs', 'Service.cs', 'Traps.cs', 'Seed.cs', 'Program.cs']
const galleryFile = (name: string) => fixture(`programs/dotnet/gallery/${name}`)

/** An evaluation may build both C# projects first. */
const SLOW = { timeoutMs: 120_000 }

export interface Stopped {
  readonly client: DapClient
  readonly threadId: number
  readonly frames: readonly Dap.StackFrame[]
  readonly frameId: number
}

/** A client of the shim before the netcoredbg that is there. */
export async function startShim(scope: Scope): Promise<DapClient> {
  const [netcoredbg] = commandOf('netcoredbg')
  const adapter = await spawnAdapter({ command: process.execPath, args: [shimEntry, netcoredbg] })
  scope.add(() => adapter.kill())
  const client = new DapClient(adapter.port, { name: 'the .NET shim' })
  // Asked to end the program first: one whose debugger is killed lives on.
  scope.add(async () => {
    await client.request('disconnect', { terminateDebuggee: true }, { timeoutMs: 20_000 }).catch(() => undefined)
    await client.close()
  })
  return client
}

export interface GalleryRun {
  /** Scenarios of the gallery program, in order. */
  readonly scenarios: readonly string[]
  /** Markers where it stops. */
  readonly stops: readonly string[]
  readonly launch?: Readonly<Record<string, unknown>>
  readonly exceptionFilters?: readonly string[]
}

/** Launches the gallery program and waits for the first stop. */
export async function runGallery(scope: Scope, run: GalleryRun): Promise<Stopped> {
  const program = await buildDotnet(galleryFile('gallery.csproj'))
  const client = await startShim(scope)
  const breakpoints: Record<string, number[]> = {}
  for (const marker of run.stops) {
    const { path, line } = placeOf(marker)
    breakpoints[path] = [...(breakpoints[path] ?? []), line]
  }
  await openSession(client, {
    request: 'launch',
    arguments: { program, args: [...run.scenarios], cwd: galleryFile(''), ...run.launch },
    breakpoints,
    ...(run.exceptionFilters === undefined ? {} : { exceptionFilters: run.exceptionFilters }),
  })
  return stopped(client, 0)
}

export function placeOf(marker: string): { readonly path: string; readonly line: number } {
  for (const name of sources) {
    const path = galleryFile(name)
    try {
      return { path, line: markerLine(path, `break: ${marker}`) }
    } catch {
      // It stands in another file.
    }
  }
  throw new Error(`no marker '${marker}' in the gallery program`)
}

/** The next stop after a mark. */
export async function stopped(client: DapClient, after: Mark): Promise<Stopped> {
  const { body } = await client.waitForEvent('stopped', () => true, { after, ...SLOW })
  const threadId = body.threadId ?? 0
  const { stackFrames } = await client.expectSuccess('stackTrace', { threadId })
  return { client, threadId, frames: stackFrames, frameId: stackFrames[0]!.id }
}

/** Runs on to the next stop. */
export async function goOn({ client, threadId }: Stopped): Promise<Stopped> {
  const after = client.mark()
  await client.expectSuccess('continue', { threadId })
  return stopped(client, after)
}

/** `result : type`, or the reason why there is none. */
export async function evaluate({ client, frameId }: Stopped, expression: string): Promise<string> {
  const response = await client.request('evaluate', { expression, frameId, context: 'repl' }, SLOW)
  if (!response.success) return `! ${response.message ?? ''}`
  return `${response.body.result} : ${response.body.type ?? ''}`
}

/** What an adapter's own request answers. */
export async function ask<T>({ client, frameId }: Stopped, command: string, args: object = {}): Promise<T> {
  return (await client.expectSuccess(command, { frameId, ...args }, SLOW)) as T
}

export interface Row {
  readonly name: string
  readonly value: string
  readonly type?: string
  readonly variablesReference: number
  readonly evaluateName?: string
  readonly dapplexObject?: number
  readonly presentationHint?: { readonly lazy?: boolean }
}

/** All variables of the frame, by scope. */
export async function variables(at: Stopped): Promise<Readonly<Record<string, readonly Row[]>>> {
  const { scopes } = await at.client.expectSuccess('scopes', { frameId: at.frameId }, SLOW)
  const all: Record<string, readonly Row[]> = {}
  for (const { name, variablesReference } of scopes) all[name] = await children(at, variablesReference)
  return all
}

export async function children({ client }: Stopped, variablesReference: number): Promise<readonly Row[]> {
  const body = await client.expectSuccess('variables', { variablesReference }, SLOW)
  return body.variables
}
