import { StableIds, type DapClient } from '@dapplex/testkit'

/**
 * A session's messages in a form that two runs share. Responses are in the order of their requests, events in their own:
 * how the two interleave differs between two runs of the adapter alone. Output is joined, since an adapter cuts it as the
 * pipe gave it.
 */
export interface Digest {
  readonly responses: readonly string[]
  readonly events: readonly string[]
  readonly output: Readonly<Record<string, string>>
}

/** Members that differ from run to run: times, processes, addresses. */
const VOLATILE = new Set([
  'timestamp',
  'systemProcessId',
  'pid',
  'memoryReference',
  'instructionPointerReference',
  'presentationHint',
  'addressRange',
])

export function digestOf(client: DapClient, folders: Readonly<Record<string, string>>): Digest {
  const ids = new StableIds({ folders })
  const received = client.timeline.entries.filter((entry) => entry.dir === 'in')
  const messages = received.map((entry) => entry.message as unknown as Message)
  const responses = messages
    .filter((message) => message.type === 'response')
    .sort((a, b) => (a.request_seq ?? 0) - (b.request_seq ?? 0))
  const events = messages.filter((message) => message.type === 'event')
  const shown = (message: Message) => print(message, ids)
  return {
    responses: responses.map(shown),
    events: events.filter((event) => event.event !== 'output').map(shown),
    output: joinOutput(events),
  }
}

interface Message {
  readonly type: string
  readonly request_seq?: number
  readonly command?: string
  readonly event?: string
  readonly success?: boolean
  readonly message?: string
  readonly body?: Readonly<Record<string, unknown>>
}

function print({ type, command, event, success, message, body }: Message, ids: StableIds): string {
  const members = { success, message, body: ids.replace(withoutVolatile(body)) }
  return `${type} ${command ?? event ?? ''} ${JSON.stringify(members)}`
}

function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !VOLATILE.has(key))
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutVolatile(member)]))
}

function joinOutput(events: readonly Message[]): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const { event, body } of events) {
    if (event !== 'output') continue
    const category = String(body?.['category'] ?? 'console')
    if (category !== 'telemetry') joined[category] = `${joined[category] ?? ''}${String(body?.['output'] ?? '')}`
  }
  return joined
}
