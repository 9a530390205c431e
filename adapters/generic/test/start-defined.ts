import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AdapterDefinition } from '@dapplex/protocol'
import { portOf, spawnAdapter } from '@dapplex/testkit'
import { StreamPort, type MessagePort } from '@dapplex/transport'

/** A running adapter and what it wrote on its own stdout, where that is not DAP. */
export interface StartedAdapter {
  readonly port: MessagePort
  stdout(): string
  kill(): Promise<void>
}

/** Command and arguments of the first place of a definition that is there. */
export function find(definition: AdapterDefinition): readonly [string, ...string[]] | undefined {
  for (const place of definition.find) {
    if (place.kind === 'path' && runs(place.command, ['--version'])) return [place.command]
    if (place.kind === 'path' && runs(place.command, ['version'])) return [place.command]
    if (place.kind !== 'python-module') continue
    const python = place.interpreters.find((one) => runs(one, ['-c', `import ${place.module}`]))
    const { module, runner } = place
    if (python !== undefined)
      return runner === undefined ? [python, '-m', module] : [python, '-c', runner, '-m', module]
  }
  return undefined
}

/** What its version probe prints, by the definition's own pattern. */
export function versionOf(definition: AdapterDefinition, [command, ...args]: readonly [string, ...string[]]): string {
  const { stdout } = spawnSync(command, [...args, ...(definition.version?.args ?? [])], { encoding: 'utf8' })
  return new RegExp(definition.version?.pattern ?? '^$').exec(stdout)?.[1] ?? ''
}

/** Starts an adapter in the way of its definition. */
export async function startDefined(
  definition: AdapterDefinition,
  found: readonly [string, ...string[]],
): Promise<StartedAdapter> {
  const [command, ...before] = found
  switch (definition.start.kind) {
    case 'stdio': {
      const adapter = await spawnAdapter({ command, args: [...before, ...definition.start.args] })
      return { port: adapter.port, stdout: () => '', kill: () => adapter.kill() }
    }
    case 'dial-back':
      return dialBack(command, [...before, ...definition.start.args])
    case 'listen':
    case 'connect':
      throw new Error(`no adapter of the tests starts by ${definition.start.kind}`)
  }
}

async function dialBack(command: string, args: readonly string[]): Promise<StartedAdapter> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  const withPort = args.map((arg) => arg.replaceAll('${port}', String(port)))
  const child = spawn(command, withPort, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  const [socket] = (await once(server, 'connection')) as [Socket]
  server.close()
  const streams = new StreamPort({ readable: socket, writable: socket }, { name: command })
  return { port: streams, stdout: () => stdout, kill: () => killGroup(child) }
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await gone
}

const runs = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0
