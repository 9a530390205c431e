import { RequestFailure } from '../dap/request-failure.js'

export interface InspectorAddress {
  readonly host: string
  readonly port: number
}

/**
 * Asks an inspector for the address of its WebSocket (`GET /json/list`, Node's own discovery).
 * @param timeoutMs for the answer
 * @throws RequestFailure if nothing listens there, or the server is not an inspector
 */
export async function findWebSocketUrl({ host, port }: InspectorAddress, timeoutMs = 5_000): Promise<string> {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const targets = await fetchTargets(where, timeoutMs)
  const path = firstPath(targets)
  if (path === undefined) {
    throw new RequestFailure(
      `the server on ${where} is not a Node inspector: give the port that node --inspect printed`,
    )
  }
  // The answer names the host as the program sees it. Only the host that was asked is known to be reachable from here.
  return `ws://${where}${path}`
}

async function fetchTargets(where: string, timeoutMs: number): Promise<unknown> {
  try {
    const response = await fetch(`http://${where}/json/list`, { signal: AbortSignal.timeout(timeoutMs) })
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw new RequestFailure(
      `no Node inspector answers on ${where} (${reason(error)}): start the program with node --inspect=${where}`,
    )
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}

function firstPath(targets: unknown): string | undefined {
  if (!Array.isArray(targets)) return undefined
  for (const target of targets as unknown[]) {
    if (typeof target !== 'object' || target === null || !('webSocketDebuggerUrl' in target)) continue
    const url = target.webSocketDebuggerUrl
    if (typeof url === 'string' && URL.canParse(url)) return new URL(url).pathname
  }
  return undefined
}
