import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { LaunchSpec } from '@dapplex/protocol'
import { commandOf, DapClient, fixture, spawnAdapter } from '@dapplex/testkit'
import { definition } from '../src/in-daemon/definition/definition.js'

/** Things to be undone after a test, the last first. */
export class Scope {
  readonly #undo: (() => Promise<void> | void)[] = []

  add(undo: () => Promise<void> | void): void {
    this.#undo.push(undo)
  }

  /** Undoes what was added last. */
  async endLast(): Promise<void> {
    await this.#undo.pop()?.()
  }

  async end(): Promise<void> {
    for (const undo of this.#undo.splice(0).reverse()) await undo()
  }
}

/** A copy of the `orders` project in a folder of its own, to be built there; `changes` replaces files. */
export function projectCopy(scope: Scope, changes: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-orders-'))
  scope.add(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['orders.csproj', 'Program.cs'])
    cpSync(fixture(`programs/dotnet/orders/${name}`), join(folder, name))
  for (const [name, text] of Object.entries(changes)) writeFileSync(join(folder, name), text)
  return folder
}

/** A running .NET program that has printed something, so its runtime is up. */
export async function runDotnet(
  scope: Scope,
  args: readonly string[],
): Promise<ChildProcessByStdio<null, Readable, null>> {
  const child = spawn(commandOf('dotnet')[0], args, { stdio: ['ignore', 'pipe', 'ignore'] })
  scope.add(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  await once(child.stdout, 'data')
  return child
}

/** A client of a fresh netcoredbg, started as the definition says. */
export async function startNetcoredbg(scope: Scope): Promise<DapClient> {
  if (definition.start.kind !== 'stdio') throw new Error('these tests start it on its standard streams')
  const [command] = commandOf('netcoredbg')
  const adapter = await spawnAdapter({ command, args: definition.start.args })
  scope.add(() => adapter.kill())
  return new DapClient(adapter.port, { name: 'netcoredbg' })
}

export const spec = (program: string, more: Partial<LaunchSpec> = {}): LaunchSpec => ({
  program,
  args: [],
  cwd: tmpdir(),
  env: {},
  stopAtEntry: false,
  adapterArgs: {},
  ...more,
})
