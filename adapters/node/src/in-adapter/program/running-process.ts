import { readFileSync } from 'node:fs'
import { findWebSocketUrl } from '../inspector/endpoint.js'
import { RequestFailure } from '../dap/request-failure.js'
import { listeningPorts } from '../../in-both/listening-ports.js'
import { lookAtProcess } from '../../in-both/node-process.js'

const DEFAULT_PORT = 9229
/** How long Node may take to open its inspector after the signal, in ms. */
const OPENING_TIMEOUT_MS = 5_000

export interface OpenInspector {
  readonly url: string
  /** It was closed before. */
  readonly isNew: boolean
}

/**
 * Opens the inspector of a running Node process (SIGUSR1) and finds its address. One that is open already is used.
 * @throws RequestFailure if there is no such process, it belongs to someone else, or is no Node process: the signal would
 *   end another program, so it is sent only to a Node executable that has a handler for it
 */
export async function openInspector(pid: number): Promise<OpenInspector> {
  if (process.platform === 'win32') {
    throw new RequestFailure(
      'attach: by pid is not supported on Windows; start the program with --inspect and give its port',
    )
  }
  checkProcess(pid)
  if (process.platform !== 'linux') return { url: await openElsewhere(pid), isNew: false }
  const before = listeningPorts(pid)
  // Only ports that may be an inspector are asked, to keep surprising requests out of the log of the program's own server.
  const likely = mentionsInspector(pid) ? before : before.filter((port) => port === DEFAULT_PORT)
  const open = await firstInspector(likely)
  if (open !== undefined) return { url: open, isNew: false }
  process.kill(pid, 'SIGUSR1')
  return { url: await waitForInspector(pid, new Set(before)), isNew: true }
}

/** @throws RequestFailure that says why this process cannot be attached to */
function checkProcess(pid: number): void {
  const look = lookAtProcess(pid)
  switch (look.kind) {
    case 'gone':
      throw new RequestFailure(`attach: there is no process ${pid}`)
    case 'forbidden':
      throw new RequestFailure(`attach: process ${pid} belongs to another user; attach as that user`)
    case 'other':
      throw new RequestFailure(
        `attach: process ${pid} (${look.executable}) is not a Node process that opens an inspector when asked; ` +
          'give the pid of a Node program, or start it with --inspect and give the port',
      )
    case 'node':
    case 'unknown':
      return
  }
}

const mentionsInspector = (pid: number): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--inspect')

/** Where the ports of a process cannot be listed, Node's default port is used. The process id is checked after connecting. */
async function openElsewhere(pid: number): Promise<string> {
  process.kill(pid, 'SIGUSR1')
  return retry(() => findWebSocketUrl({ host: '127.0.0.1', port: DEFAULT_PORT }).catch(() => undefined), pid)
}

function waitForInspector(pid: number, known: ReadonlySet<number>): Promise<string> {
  return retry(() => firstInspector(listeningPorts(pid).filter((port) => !known.has(port))), pid)
}

async function retry(find: () => Promise<string | undefined>, pid: number): Promise<string> {
  const deadline = AbortSignal.timeout(OPENING_TIMEOUT_MS)
  while (!deadline.aborted) {
    const url = await find()
    if (url !== undefined) return url
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new RequestFailure(
    `attach: process ${pid} opened no inspector within ${OPENING_TIMEOUT_MS} ms (another program may hold port ` +
      `${DEFAULT_PORT}); start it with --inspect=0 and give the port that it prints`,
  )
}

async function firstInspector(ports: readonly number[]): Promise<string | undefined> {
  for (const port of ports) {
    const url = await findWebSocketUrl({ host: '127.0.0.1', port }, 500).catch(() => undefined)
    if (url !== undefined) return url
  }
  return undefined
}
