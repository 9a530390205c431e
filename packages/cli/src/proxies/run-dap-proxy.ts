import type { MessagePort } from '@dapplex/transport'
import { connectTcp, connectUnixSocket, ownStdioPort } from '@dapplex/transport'
import { isJsonObject } from '@dapplex/protocol/plain'
import { ensureDaemon } from '../daemon/ensure-daemon.js'
import { reachDaemon } from '../daemon/reach-daemon.js'
import { EXIT } from '../exit/exit-codes.js'
import { printMessage } from '../output/print.js'

export interface DapProxyOptions {
  readonly adapter?: string
  readonly session?: string
  readonly name?: string
}

/**
 * Joins this process's stdio to the daemon. The first message (`dapplex_hello`) passes the options of the command line.
 * After its answer, every message passes unchanged. If the daemon cannot be reached or refuses, each request of the editor
 * is answered with the reason, because editors show a failed response but not stderr.
 */
export async function runDapProxy(options: DapProxyOptions): Promise<number> {
  const editor = ownStdioPort()
  try {
    const daemon = await openDaemon()
    const refusal = await sayHello(daemon, options)
    if (refusal !== undefined) return await answerWithFailure(editor, refusal)
    return await join(editor, daemon)
  } catch (error) {
    return answerWithFailure(editor, error instanceof Error ? error.message : String(error))
  }
}

async function openDaemon(): Promise<MessagePort> {
  const url = process.env['DAPPLEX_URL']
  if (url === undefined || url === '') return connectToOwn()
  const { hostname, port } = new URL(url)
  return reachDaemon({ url }, connectTcp({ host: hostname, port: Number(port) }))
}

async function connectToOwn(): Promise<MessagePort> {
  const { socket } = await ensureDaemon(process.env)
  return reachDaemon({ socket }, connectUnixSocket(socket))
}

/** Sends `dapplex_hello`; gives the daemon's reason when it refuses. */
function sayHello(daemon: MessagePort, options: DapProxyOptions): Promise<string | undefined> {
  const token = process.env['DAPPLEX_TOKEN']
  const args = { ...options, cwd: process.cwd(), ...(token === undefined ? {} : { token }) }
  return new Promise((resolve) => {
    const stop = daemon.onMessage(({ value }) => {
      if (!isJsonObject(value) || value['type'] !== 'response') return
      stop()
      resolve(value['success'] === true ? undefined : textOf(value['message']))
    })
    daemon.onClose(() => resolve('the dapplex daemon closed the connection'))
    daemon.send({ seq: 0, type: 'request', command: 'dapplex_hello', arguments: args })
  })
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : 'the dapplex daemon refused the connection'

function join(editor: MessagePort, daemon: MessagePort): Promise<number> {
  return new Promise((resolve) => {
    editor.onMessage(({ bytes }) => daemon.sendPrinted(bytes))
    editor.onMalformed(({ bytes }) => daemon.sendPrinted(bytes))
    editor.onClose(() => daemon.close())
    daemon.onMessage(({ value, bytes }) => {
      editor.sendPrinted(bytes)
      // An adapter's process ends after disconnect, even if the editor keeps its stdin open.
      if (isFarewell(value)) daemon.close()
    })
    daemon.onClose(() => {
      editor.close()
      resolve(EXIT.done)
    })
  })
}

const isFarewell = (value: unknown): boolean =>
  isJsonObject(value) && value['type'] === 'response' && value['command'] === 'disconnect' && value['success'] === true

function answerWithFailure(editor: MessagePort, message: string): Promise<number> {
  printMessage(`error: ${message}`)
  return new Promise((resolve) => {
    let seq = 0
    editor.onMessage(({ value }) => {
      if (!isJsonObject(value) || value['type'] !== 'request') return
      const { seq: requestSeq, command } = value
      const body = { error: { id: 1, format: message, showUser: true } }
      editor.send({ seq: ++seq, type: 'response', request_seq: requestSeq, command, success: false, message, body })
      if (command === 'disconnect') editor.close()
    })
    editor.onClose(() => resolve(EXIT.failed))
  })
}
