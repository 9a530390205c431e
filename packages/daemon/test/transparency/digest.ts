import { StableIds, type DapClient } from '@dapplex/testkit'

/**
 * A session's messages in a form that two runs share. Responses are in the order of their requests, events in their own:
 * how the two interleave differs between two runs of the adapter alone. Output is joined, since an adapter cuts it as the
 * pipe gave it.
 */
export interface Digest {
  readonly responses: readonly string[]
  /** Stops, resumes and the end, in their order. */
  readonly moves: readonly string[]
  /** Other events by name: threads, modules and breakpoints come from different threads of an adapter. */
  readonly events: Readonly<Record<string, readonly string[]>>
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
  const received = client.timeline.entries.filter((entry) => entry.dir === 'in')
  const messages = received.map((entry) => entry.message as Message)
  const responses = messages
    .filter((message) => message.type === 'response')
    .sort((a, b) => (a.request_seq ?? 0) - (b.request_seq ?? 0))
  const events = messages.filter((message) => message.type === 'event')
  const shown = (message: Message) => print(message, folders)
  return {
    responses: responses.map(shown),
    moves: events.filter(isMove).map(shown),
    events: groupByName(
      events.filter((event) => event.event !== 'output' && !isMove(event)),
      shown,
    ),
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

/** Ids are numbered afresh in each message: an adapter gives the numbers of an earlier stop again, dapplex never does (mux 5). */
function print(
  { type, command, event, success, message, body }: Message,
  folders: Readonly<Record<string, string>>,
): string {
  const ids = new StableIds({ folders })
  const members = { success, message, body: settled(ids.replace(body)) }
  return steady(`${type} ${command ?? event ?? ''} ${JSON.stringify(members)}`)
}

const isMove = ({ event }: Message): boolean => ['stopped', 'continued', 'exited', 'terminated'].includes(event ?? '')

function groupByName(events: readonly Message[], shown: (message: Message) => string): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  for (const event of events) (groups[event.event ?? ''] ??= []).push(shown(event))
  return groups
}

/** Numbers in texts that are a process, a thread, a goroutine and where the runtime has it, or an address of this run. */
const steady = (text: string): string =>
  text
    .replace(/\b(Process|Thread|pid|PID) \d+/g, '$1 N')
    .replace(/\[Go \d+\]/g, '[Go N]')
    .replace(/runtime\.[\w.]+(?: \(Thread N\))?/g, 'runtime.N')
    .replace(/0x[0-9a-f]{4,}/gi, '0xN')

/** Without volatile members, members in the order of their names: the order in a JSON object says nothing. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value)
    .filter(([key]) => !VOLATILE.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(kept.map(([key, member]) => [key, settled(member)]))
}

function joinOutput(events: readonly Message[]): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const { event, body } of events) {
    if (event !== 'output') continue
    const category = textOr(body?.['category'], 'console')
    if (category !== 'telemetry') joined[category] = steady(`${joined[category] ?? ''}${textOr(body?.['output'], '')}`)
  }
  return joined
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)
