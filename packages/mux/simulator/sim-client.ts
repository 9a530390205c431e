import type { JsonObject } from '@dapplex/protocol'

/** An id that a client holds, and the suspension of the adapter in which it was given out. */
export interface HeldId {
  readonly id: number
  readonly suspension: number
}

export interface OpenRequest {
  readonly command: string
  readonly threadId: number
  /** Stops it had been told of when it asked, of all threads and of this one. */
  readonly stops: number
  readonly stopsOfThread: number
  /** Whether it took the program for stopped when it asked. */
  readonly wasStopped: boolean
  /** Breakpoints that the list asks for. */
  readonly requested: number | undefined
}

/** What one simulated client has sent and seen. */
export interface SimClient {
  readonly id: number
  readonly role: 'observer' | 'operator' | 'owner'
  seq: number
  /** Seq of the last message it got. */
  lastSeen: number
  /** Its requests: command, and how many stops it had seen when it sent it; taken out when answered. */
  readonly open: Map<number, OpenRequest>
  step: 'greeting' | 'greeted' | 'started' | 'configuring' | 'configured' | 'left'
  /** Threads it takes for stopped; -1 for a stop that names none. */
  readonly stopped: Set<number>
  stops: number
  readonly stopsOf: Map<number, number>
  terminated: number
  readonly frames: HeldId[]
  readonly variables: HeldId[]
  readonly breakpointIds: Set<number>
  /** Requests of the adapter that were passed to it. */
  readonly asked: { readonly seq: number; readonly command: string }[]
}

export const createSimClient = (id: number, role: SimClient['role']): SimClient => ({
  id,
  role,
  seq: 0,
  lastSeen: 0,
  open: new Map(),
  step: 'greeting',
  stopped: new Set(),
  stops: 0,
  stopsOf: new Map(),
  terminated: 0,
  frames: [],
  variables: [],
  breakpointIds: new Set(),
  asked: [],
})

const resumes = new Set(['continue', 'next', 'stepIn', 'stepOut'])
/** Ids that a client remembers at most. */
const MOST_IDS = 16

/** Follows an event as an editor would. */
export function foldEvent(client: SimClient, event: string, body: JsonObject): void {
  const threadId = typeof body['threadId'] === 'number' ? body['threadId'] : -1
  switch (event) {
    case 'initialized':
      client.step = 'configuring'
      return
    case 'stopped':
      client.stops += 1
      client.stopsOf.set(threadId, stopsOf(client, threadId) + 1)
      client.stopped.add(threadId)
      return
    case 'continued':
      if (body['allThreadsContinued'] === false) client.stopped.delete(threadId)
      else client.stopped.clear()
      return
    case 'thread':
      if (body['reason'] === 'exited') client.stopped.delete(threadId)
      return
    case 'terminated':
      client.terminated += 1
      client.stopped.clear()
  }
}

export const stopsOf = (client: SimClient, threadId: number): number => client.stopsOf.get(threadId) ?? 0

/**
 * Follows an answer: one to a resume means that the program runs, or its thread where that goes on alone, unless a stop of it
 * was told since it was asked for.
 */
export function foldAnswer(
  client: SimClient,
  asked: OpenRequest,
  answer: {
    readonly success: boolean
    readonly body: JsonObject
    readonly suspension: number
    readonly isSingle: boolean
  },
): void {
  if (!answer.success) return
  const { command, wasStopped, threadId } = asked
  const isSince = answer.isSingle ? asked.stopsOfThread !== stopsOf(client, threadId) : asked.stops !== client.stops
  if (resumes.has(command) && (!isSince || !wasStopped)) {
    if (answer.isSingle) client.stopped.delete(threadId)
    else client.stopped.clear()
  }
  if (command === 'initialize' && client.step === 'greeting') client.step = 'greeted'
  for (const frame of listOf(answer.body['stackFrames'])) keep(client.frames, frame['id'], answer.suspension)
  for (const scope of listOf(answer.body['scopes']))
    keep(client.variables, scope['variablesReference'], answer.suspension)
  for (const one of listOf(answer.body['breakpoints']))
    if (typeof one['id'] === 'number') client.breakpointIds.add(one['id'])
}

function keep(ids: HeldId[], id: unknown, suspension: number): void {
  if (typeof id !== 'number' || id === 0) return
  ids.push({ id, suspension })
  if (ids.length > MOST_IDS) ids.shift()
}

const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : [])
