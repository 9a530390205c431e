import { performance } from 'node:perf_hooks'
import type { BenchClient } from './bench-client.js'

/** Length of one line of the bench adapter's output, in characters. */
export const OUTPUT_LINE_CHARS = 80
const STACK = { threadId: 1, startFrame: 0, levels: 20 }

/** What an editor asks at a stop. */
export const STOP_COMMANDS = ['threads', 'stackTrace', 'scopes', 'variables'] as const
export type StopCommand = (typeof STOP_COMMANDS)[number]

/** Times in milliseconds, by command. */
export type StopTimes = Readonly<Record<StopCommand, number[]>>

/** Times of single requests one after the other, in the order in which an editor sends them at each of `count` stops. */
export async function timeStops(client: BenchClient, count: number): Promise<StopTimes> {
  const times: StopTimes = { threads: [], stackTrace: [], scopes: [], variables: [] }
  const timed = async (command: StopCommand, args: Readonly<Record<string, unknown>>) => {
    const started = performance.now()
    const answer = await client.request(command, args)
    times[command].push(performance.now() - started)
    return answer['body']
  }
  for (let at = 0; at < count; at++) {
    await timed('threads', {})
    const { stackFrames } = (await timed('stackTrace', STACK)) as { readonly stackFrames: readonly { id: number }[] }
    const { scopes } = (await timed('scopes', { frameId: stackFrames[0]?.id })) as {
      readonly scopes: readonly { variablesReference: number }[]
    }
    await timed('variables', { variablesReference: scopes[0]?.variablesReference })
  }
  return times
}

/** Requests a second with `width` of them under way at any time. */
export async function requestsPerSecond(
  client: BenchClient,
  { count, width }: { count: number; width: number },
): Promise<number> {
  const started = performance.now()
  let left = count
  const worker = async () => {
    while (left-- > 0) await client.request('stackTrace', STACK)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return (count * 1000) / (performance.now() - started)
}

/** Seconds until every client has received `lines` lines, which an evaluation of the first client prints. */
export async function timeOutput(clients: readonly BenchClient[], lines: number): Promise<number> {
  const [first] = clients
  if (first === undefined) throw new Error('no client to print for')
  const received = clients.map((client) => client.output(lines * OUTPUT_LINE_CHARS))
  const started = performance.now()
  await Promise.all([first.request('evaluate', { expression: String(lines), context: 'repl' }), ...received])
  return (performance.now() - started) / 1000
}
