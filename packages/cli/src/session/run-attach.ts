import type { Client } from '@dapplex/client'
import { withClient } from '../daemon/open-client.js'
import { runTerminalView } from '../terminal/terminal-view.js'

export interface AttachOptions {
  readonly session?: string
  readonly pid?: number
  readonly host?: string
  readonly port?: number
  readonly adapter?: string
  readonly exec?: readonly string[]
  readonly keepGoing?: boolean
  readonly json?: boolean
}

/** Joins a session, or starts one on a process or address, and runs the view. Returns the exit code. */
export async function runAttach(options: AttachOptions): Promise<number> {
  const starts = options.pid !== undefined || options.port !== undefined
  return withClient({ name: 'terminal', kind: 'terminal', start: starts ? 'if-needed' : 'never' }, async (client) => {
    const sessionId = starts ? await startOnProcess(client, options) : options.session
    return runTerminalView({
      client,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(options.exec === undefined ? {} : { commands: options.exec }),
      keepGoing: options.keepGoing === true,
      json: options.json === true,
    })
  })
}

async function startOnProcess(client: Client, { pid, host, port, adapter }: AttachOptions): Promise<string> {
  const params = Object.entries({ pid, host, port, adapter }).filter(([, value]) => value !== undefined)
  const { session_id: sessionId } = (await client.call('debug_attach', Object.fromEntries(params))) as {
    session_id: string
  }
  return sessionId
}
