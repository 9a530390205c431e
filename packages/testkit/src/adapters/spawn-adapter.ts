import { spawn, type ChildProcess } from 'node:child_process'
import { childProcessPort, connectTcp, type MessagePort } from '@dapplex/transport'
import { openWait } from '../machine/open-waits.js'

export interface AdapterCommand {
  readonly command: string
  readonly args?: readonly string[]
  readonly cwd?: string
  /** On top of this process's environment. */
  readonly env?: Readonly<Record<string, string>>
}

export interface SpawnedAdapter {
  readonly port: MessagePort
  readonly process: ChildProcess
  /** The leader of its own process group: `processGroup` is its pid. */
  readonly pid: number
  /** What it has printed on stderr so far. */
  stderr(): string
  /** Resolves with the exit code, or the signal's name, once it has gone. */
  readonly exited: Promise<number | string>
  /** Ends the whole process group, the debuggee too, and waits until the adapter has gone. Never throws. */
  kill(): Promise<void>
}

/**
 * Starts an adapter that speaks DAP on its stdin and stdout, in a process group of its own.
 * @throws Error if the command cannot be started
 */
export async function spawnAdapter(adapter: AdapterCommand): Promise<SpawnedAdapter> {
  const child = await start(adapter)
  return { ...watch(child), port: childProcessPort(child) }
}

export interface ListeningAdapterCommand extends AdapterCommand {
  /** Finds the port in what the adapter prints on stdout or stderr: its first group is the number. */
  readonly listening: RegExp
}

/** Starts an adapter that listens on loopback, waits until it says where, and connects. Throws Error if it ends before it says so. */
export async function spawnListeningAdapter(adapter: ListeningAdapterCommand): Promise<SpawnedAdapter> {
  const child = await start(adapter)
  const watched = watch(child)
  try {
    const port = await announcedPort(child, adapter)
    return { ...watched, port: await connectTcp({ host: '127.0.0.1', port }) }
  } catch (error) {
    await watched.kill()
    throw error
  }
}

function start({ command, args = [], cwd, env = {} }: AdapterCommand) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  return new Promise<typeof child>((resolve, reject) => {
    child.once('spawn', () => resolve(child))
    child.once('error', (error) => reject(new Error(`cannot start ${command}: ${error.message}`, { cause: error })))
  })
}

function watch(child: ChildProcess): Omit<SpawnedAdapter, 'port'> {
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const pid = child.pid
  if (pid === undefined) throw new Error('the adapter has no pid')
  const kill = async () => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The group has already ended.
    }
    await exited
  }
  return { process: child, pid, stderr: () => stderr, exited, kill }
}

function announcedPort(child: ChildProcess, { command, listening }: ListeningAdapterCommand): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const finish = (settle: () => void) => {
      forget()
      child.stdout?.off('data', onData).resume()
      child.stderr?.off('data', onData)
      child.off('exit', onExit)
      settle()
    }
    const refuse = (why: string) => finish(() => reject(new Error(`${command} ${why}; it printed: ${printed.trim()}`)))
    const onData = (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      const number = listening.exec(printed)?.[1]
      if (number !== undefined) finish(() => resolve(Number(number)))
    }
    const onExit = () => refuse('ended before it listened')
    const forget = openWait(() => `${command} has not said where it listens; it printed: ${printed.trim()}`)
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    child.once('exit', onExit)
  })
}
