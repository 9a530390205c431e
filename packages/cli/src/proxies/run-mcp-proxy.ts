import { ERROR_CODES, isJsonObject } from '@dapplex/protocol/plain'
import { connectWebSocket, type MessagePort } from '@dapplex/transport'
import { ensureDaemon } from '../daemon/ensure-daemon.js'
import { reachDaemon } from '../daemon/reach-daemon.js'
import { EXIT, exitCodeOf } from '../exit/exit-codes.js'
import { CommandError } from '../exit/command-error.js'
import { readJsonLines, type JsonLine } from './json-lines.js'
import { printMessage } from '../output/print.js'

export interface McpProxyOptions {
  readonly tools: string
  readonly name?: string
}

/** The same limit as over HTTP. */
const MESSAGE_BYTES = 4 * 1024 * 1024
/** After the client closes stdin, open requests have this long to be answered. */
const FAREWELL_MS = 1_000

type RequestId = string | number

/**
 * Joins this process's stdio to the daemon: each line is one message and passes unchanged. If no daemon runs, or it ends, open
 * requests are answered with the reason, because MCP clients show an error but rarely stderr.
 */
export async function runMcpProxy(options: McpProxyOptions): Promise<number> {
  const open = new Set<RequestId>()
  const lines = readJsonLines(process.stdin, MESSAGE_BYTES)
  process.stdout.on('error', () => process.stdin.destroy())
  let daemon: MessagePort
  try {
    daemon = await openDaemon(options)
  } catch (error) {
    return refuseAll(lines, error)
  }
  const ended = endOf(daemon)
  const passed = passOn(lines, daemon, open)
  daemon.onMessage(({ value, bytes }) => {
    const answered = isJsonObject(value) && !('method' in value) ? value['id'] : undefined
    if (typeof answered === 'string' || typeof answered === 'number') open.delete(answered)
    process.stdout.write(Buffer.concat([bytes, NEWLINE]))
  })
  const first = await Promise.race([ended, passed.then(() => undefined)])
  if (first === undefined) {
    await untilAnswered(daemon, open)
    daemon.close()
    return EXIT.done
  }
  for (const id of open) write(failure(id, first))
  printMessage(`error: ${first}`)
  process.stdin.destroy()
  return EXIT.failed
}

const NEWLINE = Buffer.from('\n')

async function openDaemon({ tools, name }: McpProxyOptions): Promise<MessagePort> {
  const address = process.env['DAPPLEX_URL']
  if (address === undefined || address === '') {
    const { socket } = await ensureDaemon(process.env)
    const connecting = connectWebSocket(endpoint('ws://localhost', { tools, name }), {
      socketPath: socket,
      name: socket,
    })
    return reachDaemon({ socket }, connecting)
  }
  const headers = { authorization: `Bearer ${process.env['DAPPLEX_TOKEN'] ?? ''}` }
  return reachDaemon({ url: address }, connectWebSocket(endpoint(address, { tools, name }), { headers, name: address }))
}

function endpoint(
  address: string,
  { tools, name }: { readonly tools: string; readonly name: string | undefined },
): string {
  const url = new URL(address.replace(/^http/, 'ws'))
  url.pathname = '/mcp'
  url.searchParams.set('tools', tools)
  url.searchParams.set('cwd', process.cwd())
  if (name !== undefined) url.searchParams.set('name', name)
  return url.href
}

/** Passes lines on until stdin ends. A line that is not a message is refused here. */
async function passOn(lines: AsyncIterable<JsonLine>, daemon: MessagePort, open: Set<RequestId>): Promise<void> {
  for await (const line of lines) {
    const refused = refusalOf(line)
    if (refused !== undefined) write(refused)
    if (line.kind !== 'json') continue
    const id = requestId(line.value)
    if (id !== undefined) open.add(id)
    daemon.sendPrinted(line.text)
  }
}

/** Why the daemon's connection has ended. */
function endOf(daemon: MessagePort): Promise<string> {
  return new Promise((resolve) => {
    daemon.onClose((reason) => {
      if (reason.kind === 'failed')
        return resolve(`the connection to the dapplex daemon broke: ${reason.error.message}`)
      const detail = reason.kind === 'ended' ? reason.detail : undefined
      resolve(`the dapplex daemon has ended${detail === undefined ? '' : ` (${detail})`}; start this server again`)
    })
  })
}

function untilAnswered(daemon: MessagePort, open: ReadonlySet<RequestId>): Promise<void> {
  if (open.size === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FAREWELL_MS)
    const look = () => {
      if (open.size > 0) return
      clearTimeout(timer)
      resolve()
    }
    daemon.onMessage(look)
    daemon.onClose(() => (clearTimeout(timer), resolve()))
  })
}

/** Without a daemon every request gets the reason. */
async function refuseAll(lines: AsyncIterable<JsonLine>, error: unknown): Promise<number> {
  const why = error instanceof Error ? error.message : String(error)
  printMessage(`error: ${why}`)
  for await (const line of lines) {
    const id = line.kind === 'json' ? requestId(line.value) : undefined
    const refused = id === undefined ? refusalOf(line) : failure(id, why)
    if (refused !== undefined) write(refused)
  }
  return error instanceof CommandError ? error.exitCode : exitCodeOf(undefined)
}

function refusalOf(line: JsonLine): object | undefined {
  switch (line.kind) {
    case 'json':
      return undefined
    case 'notJson':
      return wireError(null, ERROR_CODES.parse, `Parse error: ${line.why}`)
    case 'tooLong':
      return wireError(
        null,
        ERROR_CODES.invalidRequest,
        `Invalid request: a message has at most ${MESSAGE_BYTES} bytes`,
      )
  }
}

const requestId = (value: unknown): RequestId | undefined => {
  if (!isJsonObject(value) || typeof value['method'] !== 'string') return undefined
  const { id } = value
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

const failure = (id: RequestId, why: string) => wireError(id, ERROR_CODES.internal, why)

const wireError = (id: RequestId | null, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

function write(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
