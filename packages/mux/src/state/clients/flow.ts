import { type JsonObject, textIn } from '@dapplex/protocol'

/** Output that waits for a slow client: neighbours of one category are one piece. */
interface Held {
  readonly category: string
  text: string
}

/** How much waits for one client, as far as the core knows. */
export interface Flow {
  state: 'flowing' | 'slow'
  /** Estimated bytes sent since the runtime was last asked how much waits. */
  sent: number
  readonly held: Held[]
  heldBytes: number
  /** Bytes of output that were dropped since the client became slow. */
  dropped: number
}

export const createFlow = (): Flow => ({ state: 'flowing', sent: 0, held: [], heldBytes: 0, dropped: 0 })

/** After this many estimated bytes the runtime is asked how much of it waits. */
export const MEASURE_EVERY = 256 * 1024

/** Rough size of a message: what output prints, and a constant for the rest. Only decides when to measure. */
export function estimate(message: JsonObject): number {
  const body = message['body'] as JsonObject | undefined
  const text = body?.['output']
  return typeof text === 'string' ? text.length + 128 : 512
}

/** Keeps output for a slow client: put together, up to `limit` bytes, then dropped and counted (mux 16). */
export function hold(flow: Flow, body: JsonObject, limit: number): void {
  const text = textIn(body, 'output') ?? ''
  const category = textIn(body, 'category') ?? 'console'
  if (flow.heldBytes + text.length > limit || flow.dropped > 0) {
    flow.dropped += text.length
    return
  }
  flow.heldBytes += text.length
  const last = flow.held.at(-1)
  if (last?.category === category) last.text += text
  else flow.held.push({ category, text })
}

/** What a client is sent when it reads again, the marker last. */
export function release(flow: Flow): JsonObject[] {
  const bodies: JsonObject[] = flow.held.map(({ category, text }) => ({ category, output: text }))
  if (flow.dropped > 0)
    bodies.push({
      category: 'important',
      output: `${flow.dropped} bytes of output were dropped here, because this client did not read for a while\n`,
    })
  flow.held.length = 0
  flow.heldBytes = 0
  flow.dropped = 0
  flow.state = 'flowing'
  return bodies
}
