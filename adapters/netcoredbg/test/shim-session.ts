import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryPair } from '@dapplex/transport'
import {
  buildDotnet,
  commandOf,
  DapClient,
  firstOf,
  fixture,
  FIXTURES,
  type Mark,
  markerLine,
  missing,
  openSession,
  readTranscript,
  RecordedAdapter,
  recordTranscript,
  spawnAdapter,
  translate,
  writeTranscript,
} from '@dapplex/testkit'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Scope } from './dotnet-programs.js'

/** Why nothing can be run live here; undefined when it can. */
export const notLive = process.env['DAPPLEX_REPLAY'] === '1' ? 'DAPPLEX_REPLAY is set' : missing('dotnet', 'netcoredbg')

if (notLive !== undefined)
  process.stderr.write(`${notLive}: what follows runs from recordings (fixtures/transcripts/netcoredbg-shim)\n`)

/** With DAPPLEX_RECORD=1 every session is recorded, to be played where netcoredbg is missing. */
const isRecording = process.env['DAPPLEX_RECORD'] === '1'

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
export async function startShim(
  scope: Scope,
  finish: (client: DapClient) => void = () => undefined,
  debuggerCommand: string = commandOf('netcoredbg')[0],
): Promise<DapClient> {
  const adapter = await spawnAdapter({ command: process.execPath, args: [shimEntry, debuggerCommand] })
  scope.add(() => adapter.kill())
  const client = new DapClient(adapter.port, { name: 'the .NET shim', ...SLOW })
  // Asked to end the program first: one whose debugger is killed lives on.
  scope.add(async () => {
    await client.request('disconnect', { terminateDebuggee: true }, { timeoutMs: 20_000 }).catch(() => undefined)
    finish(client)
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
  /** Tells its recording from another with the same scenarios and stops. */
  readonly variant?: string
}

const recordingOf = ({ scenarios, stops, variant, launch = {} }: GalleryRun): string => {
  const name = [...scenarios, 'at', ...stops, ...Object.keys(launch), ...(variant === undefined ? [] : [variant])].join(
    ' ',
  )
  return `${FIXTURES}transcripts/netcoredbg-shim/${name.replace(/\W+/g, '-')}.ndjson`
}

/** What the recordings were made of: they are made again when it changes. */
export const gallerySum = (): string =>
  sources
    .reduce((hash, name) => hash.update(readFileSync(galleryFile(name))), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)

const recordedFolder = '/workspace/gallery/'

async function liveClient(scope: Scope, run: GalleryRun): Promise<{ client: DapClient; program: string }> {
  const program = await buildDotnet(galleryFile('gallery.csproj'))
  if (!isRecording) return { client: await startShim(scope), program }
  let stop = (): ReturnType<ReturnType<typeof recordTranscript>> | undefined => undefined
  const client = await startShim(scope, () => {
    const transcript = stop()
    const paths = { [galleryFile('')]: recordedFolder, [`${dirname(program)}/`]: `${recordedFolder}bin/` }
    if (transcript === undefined) return
    // Generated sources stand in the folder that the build was renamed from.
    const text = JSON.stringify(translate(transcript, paths)).replace(
      /\/[^"]*\/dapplex-fixture-[\w-]+\//g,
      recordedFolder,
    )
    writeTranscript(recordingOf(run), JSON.parse(text) as typeof transcript)
  })
  stop = recordTranscript(client, {
    transcript: 1,
    adapter: 'netcoredbg-shim',
    version: '3.1.3',
    program: 'programs/dotnet/gallery/Program.cs',
    recordedAs: `${recordedFolder}Program.cs`,
    title: `the gallery program, ${run.scenarios.join(', ')}; stops at ${run.stops.join(', ') || 'exceptions'}`,
    programSum: gallerySum(),
  })
  return { client, program }
}

function recordedClient(scope: Scope, run: GalleryRun): { client: DapClient; program: string } {
  const [left, right] = memoryPair()
  new RecordedAdapter(right, readTranscript(recordingOf(run)), { paths: { [galleryFile('')]: recordedFolder } })
  const client = new DapClient(left, { name: 'the recorded .NET shim' })
  scope.add(() => client.close())
  return { client, program: `${recordedFolder}bin/gallery.dll` }
}

/** Launches the gallery program and waits for the first stop. */
export async function runGallery(scope: Scope, run: GalleryRun): Promise<Stopped> {
  const { client, program } = notLive === undefined ? await liveClient(scope, run) : recordedClient(scope, run)
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
  return { client, threadId, frames: stackFrames, frameId: firstOf(stackFrames).id }
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
