import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { childProcessPort, socketPort, type MessagePort } from '@dapplex/transport'
import type { BuiltWalk } from './languages.js'

/** What the adapter of a language is told. */
interface LanguageAdapter {
  /** Its id in dapplex. */
  readonly id: string
  /** The arguments of `launch`. What it builds goes into the folder. */
  readonly launch: (walk: BuiltWalk, folder: string) => Readonly<Record<string, unknown>>
}

const plain = ({ program }: BuiltWalk, cwd: string) => ({ program, cwd })

const ADAPTERS: Readonly<Record<string, LanguageAdapter>> = {
  Python: {
    id: 'debugpy',
    launch: (walk, cwd) => ({
      ...plain(walk, cwd),
      console: 'internalConsole',
      redirectOutput: true,
      justMyCode: true,
    }),
  },
  JavaScript: { id: 'node', launch: plain },
  Lisp: { id: 'swank', launch: plain },
  Go: {
    id: 'delve',
    launch: ({ program }, cwd) => ({ program, cwd, mode: 'debug', dlvCwd: program, output: join(cwd, 'walk') }),
  },
  'C#': { id: 'netcoredbg', launch: (walk, cwd) => ({ ...plain(walk, cwd), justMyCode: true }) },
}

/** @throws Error for a language without an entry */
export function adapterOf(language: string): LanguageAdapter {
  const adapter = ADAPTERS[language]
  if (adapter === undefined) throw new Error(`there is no adapter for ${language}`)
  return adapter
}

export interface StartedAdapter {
  readonly port: MessagePort
  end(): void
}

/** An adapter that connects to a port, as Delve does, has the port in its command line. */
const DIALS_BACK = /^(--client-addr=127\.0\.0\.1:)\d+$/

/** Starts an adapter without dapplex, with the command line with which dapplex has started one. */
export async function startAdapter([command = '', ...args]: readonly string[]): Promise<StartedAdapter> {
  if (args.some((arg) => DIALS_BACK.test(arg))) return dialedAdapter(command, args)
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  await once(child, 'spawn')
  return { port: childProcessPort(child), end: () => child.kill() }
}

/** Its standard streams are the program's. */
async function dialedAdapter(command: string, args: readonly string[]): Promise<StartedAdapter> {
  const server = createServer({ noDelay: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const own = args.map((arg) => arg.replace(DIALS_BACK, `$1${port}`))
  const child = spawn(command, own, { stdio: 'ignore' })
  try {
    const [socket] = (await Promise.race([once(server, 'connection'), endOf(child)])) as [Socket]
    return { port: socketPort(socket), end: () => child.kill() }
  } finally {
    server.close()
  }
}

async function endOf(child: ChildProcess): Promise<never> {
  await once(child, 'exit')
  throw new Error(`${child.spawnfile} ended before it connected`)
}
