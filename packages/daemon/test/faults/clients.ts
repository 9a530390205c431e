import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { DapClient, openSession } from '@dapplex/testkit'
import { connectWebSocket, socketPort } from '@dapplex/transport'
import { RpcClient } from '../support/rpc-client.js'
import { inTime } from '../walk/in-time.js'

/** An editor in a session, and the connection below it, which a fault may spoil. */
export interface Editor {
  readonly client: DapClient
  readonly socket: Socket
  /** Of the stop that it was told when it joined. */
  readonly threadId: number
  readonly frameId: number | undefined
}

/** An agent at the root of the workflow tree, so that what it records is found there. */
export async function openAgent(socket: string, name: string): Promise<RpcClient> {
  return new RpcClient(await connectWebSocket(`ws+unix:${socket}:/rpc?kind=agent&node=root&name=${name}`))
}

/** A DAP client that has said hello and nothing more. */
export async function greeted(
  path: string,
  hello: Readonly<Record<string, unknown>>,
): Promise<Pick<Editor, 'client' | 'socket'>> {
  const socket = connect(path)
  await once(socket, 'connect')
  const client = new DapClient(socketPort(socket), { name: String(hello['name']) })
  await client.expectSuccess('dapplex_hello', hello)
  return { client, socket }
}

/** Joins a session, whose program is stopped, as an editor does. */
export async function joinAs(path: string, session: string, name: string): Promise<Editor> {
  const { client, socket } = await greeted(path, { session, name })
  const opened = openSession(client, {
    request: 'attach',
    arguments: { dapplexSession: session },
    exceptionFilters: [],
    // The daemon does what the adapter asks for.
    initialize: { supportsRunInTerminalRequest: false, supportsStartDebuggingRequest: false },
  })
  await inTime(`${name} joins ${session}`, opened)
  const { body } = await inTime(`${name} hears of the stop`, client.waitForEvent('stopped'))
  const threadId = body.threadId ?? 0
  // An adapter that says `stopped` and no thread has no stack for it.
  const { success, body: stack } = await client.request('stackTrace', { threadId, startFrame: 0, levels: 1 })
  return { client, socket, threadId, frameId: success ? stack.stackFrames[0]?.id : undefined }
}
