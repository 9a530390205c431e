import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { AdapterTraits, DapMessage, JsonObject, Phase, SessionEvent } from '@dapplex/protocol'
import { adapterTraits } from '@dapplex/protocol'
import type { ClientProfile, Effect, Input, Session, SessionSettings } from '../src/index.js'
import { clientId, createSession, transition } from '../src/index.js'
import { phaseOf } from '../src/state/lifecycle.js'
import { passedMessage, scanned } from './scanned.js'
import type { ListCommand, RigAnswer, RigEvent, RigRequest, Sent } from './messages.js'

/** Any DAP message, for looking into in tests. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
export type Seen = Record<string, any>

/** What most adapters of the transcripts announce. */
export const commonCapabilities: JsonObject = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsSetVariable: true,
  supportsExceptionInfoRequest: true,
}

/** Fails the test when a value is missing. */
export function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`missing: ${what}`)
  return value
}

export type WithoutNow<I> = I extends unknown ? Omit<I, 'now'> : never

/** One client of a rig: what it sends gets a seq, what it gets is kept. */
export interface RigClient {
  readonly id: number
  readonly inbox: Seen[]
  /** Sends a request, gives its seq. */
  send<C extends string>(command: C, args?: JsonObject): Sent<C>
  raw(message: unknown): void
  /** The answers to one request. */
  answers<C extends string>(seq: Sent<C>): RigAnswer<C>[]
  /** The one answer to a request; fails when there is none or more than one. */
  answer<C extends string>(seq: Sent<C>): RigAnswer<C>
  /** The type of the failure that answers a request (`body.error.variables.type`); undefined when it succeeded. */
  failureType(seq: number): string | undefined
  /** One breakpoint of the answer to a request that sets a list. */
  breakpoint(seq: Sent<ListCommand>, index: number): Dap.Breakpoint
  events<N extends string>(name: N): RigEvent<N>[]
  events(): Seen[]
  /** The first, and the latest, event of that name; they fail when there is none. */
  firstEvent<N extends string>(name: N): RigEvent<N>
  lastEvent<N extends string>(name: N): RigEvent<N>
  /** What it got as the n-th message, and as the latest one. */
  message(index: number): Seen
  last(): Seen
  /** Forgets what came until now. */
  clear(): void
  close(): void
}

/** A session with its surroundings: clock, clients, adapter. Everything is synchronous. */
export interface Rig {
  readonly session: Session
  readonly toAdapter: Seen[]
  readonly records: SessionEvent[]
  readonly effects: Effect[]
  now: number
  input(input: WithoutNow<Input>): readonly Effect[]
  client(name: string, profile?: Partial<ClientProfile>): RigClient
  /** The latest request to the adapter with this command. */
  asked<C extends string>(command: C): RigRequest<C>
  /** The latest message to the adapter, and the latest effect. */
  lastToAdapter(): Seen
  lastEffect(): Effect
  countAsked(command: string): number
  /** Answers the latest request with this command. */
  reply(command: string, body?: unknown, extra?: JsonObject): void
  event(event: string, body?: unknown): void
  fromAdapter(message: unknown): void
  phase(): Phase
}

/**
 * How the adapter's messages come. `bytes`, as from a wire: what can be passed on without parsing it is. `objects`, as from a journal:
 * everything is parsed.
 */
export type Way = 'bytes' | 'objects'

export function createRig(
  traits: Partial<AdapterTraits> = {},
  settings: Partial<SessionSettings> = {},
  way: Way = 'bytes',
): Rig {
  const session = createSession({
    adapterTitle: 'the adapter',
    ...settings,
    // Writes go on as they are; the tests of reading back ask for it.
    traits: { ...adapterTraits.parse({ evaluation: { writesAreSure: true } }), ...traits },
  })
  const clients = new Map<number, RigClient>()
  let adapterSeq = 1000
  const rig: Rig = {
    session,
    toAdapter: [],
    records: [],
    effects: [],
    now: 0,
    input(input) {
      rig.now += 1
      const effects = transition(session, { ...input, now: rig.now })
      for (const effect of effects) deliver(effect)
      return effects
    },
    client(name, profile = {}) {
      const client = makeClient(rig, clients.size + 1)
      clients.set(client.id, client)
      const full: ClientProfile = {
        name,
        principal: name,
        kind: 'editor',
        role: 'owner',
        presence: 'connection',
        isLocal: true,
        keepBreakpoints: false,
        foreignBreakpoints: false,
        ...profile,
      }
      rig.input({ kind: 'clientConnected', client: clientId(client.id), profile: full })
      return client
    },
    asked(command) {
      const found = rig.toAdapter.findLast((message) => message['command'] === command && message['type'] === 'request')
      return present(found, `a request ${command} to the adapter`) as RigRequest<typeof command>
    },
    lastToAdapter: () => present(rig.toAdapter.at(-1), 'a message to the adapter'),
    lastEffect: () => present(rig.effects.at(-1), 'an effect'),
    countAsked: (command) => rig.toAdapter.filter((message) => message['command'] === command).length,
    reply(command, body, extra = {}) {
      const { seq } = rig.asked(command)
      rig.fromAdapter({
        type: 'response',
        request_seq: seq,
        success: true,
        command,
        ...(body === undefined ? {} : { body }),
        ...extra,
      })
    },
    event: (event, body) => rig.fromAdapter({ type: 'event', event, ...(body === undefined ? {} : { body }) }),
    fromAdapter(message) {
      adapterSeq += 1
      const full = typeof message === 'object' && message !== null ? { seq: adapterSeq, ...message } : message
      rig.input({ kind: 'adapterMessage', message: full, answer: way === 'bytes' ? scanned(full) : undefined })
    },
    phase: () => phaseOf(session.lifecycle.state),
  }
  function deliver(effect: Effect): void {
    rig.effects.push(effect)
    if (effect.kind === 'sendToAdapter') rig.toAdapter.push(effect.message)
    else if (effect.kind === 'record') rig.records.push(effect.event)
    else if (effect.kind === 'sendToClient') clients.get(effect.client)?.inbox.push(effect.message)
    else if (effect.kind === 'passToClient') clients.get(effect.client)?.inbox.push(passedMessage(effect.answer))
  }
  return rig
}

function makeClient(rig: Rig, id: number): RigClient {
  let seq = 0
  const inbox: Seen[] = []
  const named = (name?: string) =>
    inbox.filter((one) => one['type'] === 'event' && (name === undefined || one['event'] === name))
  const client: RigClient = {
    id,
    inbox,
    send(command, args) {
      seq += 1
      const message: DapMessage = { seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args }) }
      client.raw(message)
      return seq
    },
    raw: (message) => void rig.input({ kind: 'clientMessage', client: clientId(id), message }),
    answers: (to) =>
      inbox.filter((one) => one['type'] === 'response' && one['request_seq'] === to) as RigAnswer<never>[],
    answer(to) {
      const [only, ...more] = client.answers(to)
      if (only === undefined || more.length > 0)
        throw new Error(`request ${to} of client ${id} has ${client.answers(to).length} answers`)
      return only
    },
    failureType(seq) {
      const answer: Seen = client.answer(seq)
      const type: unknown = answer['body']?.error?.variables?.type
      return typeof type === 'string' ? type : undefined
    },
    breakpoint: (seq, index) => present(client.answer(seq).body.breakpoints[index], `breakpoint ${index} in an answer`),
    events: (name?: string) => named(name) as RigEvent<never>[],
    firstEvent: (name) => present(client.events(name)[0], `a ${name} event for client ${id}`),
    lastEvent: (name) => present(client.events(name).at(-1), `a ${name} event for client ${id}`),
    message: (index) => present(inbox[index], `message ${index} for client ${id}`),
    last: () => present(inbox.at(-1), `a message for client ${id}`),
    clear: () => void inbox.splice(0),
    close: () => void rig.input({ kind: 'clientClosed', client: clientId(id), why: 'connection closed' }),
  }
  return client
}

/** Arguments of initialize of an editor that lacks nothing. */
export const editorArguments: JsonObject = {
  clientID: 'test',
  adapterID: 'test',
  linesStartAt1: true,
  columnsStartAt1: true,
  pathFormat: 'path',
  supportsVariableType: true,
  supportsMemoryReferences: true,
  supportsANSIStyling: true,
  supportsInvalidatedEvent: true,
  supportsMemoryEvent: true,
  supportsProgressReporting: true,
}

export interface RunningOptions {
  readonly traits?: Partial<AdapterTraits>
  readonly capabilities?: JsonObject
  readonly settings?: Partial<SessionSettings>
  readonly editor?: JsonObject
  readonly profile?: Partial<ClientProfile>
  readonly kind?: ClientProfile['kind']
  readonly start?: 'launch' | 'attach'
  /** How far to go: by default the program runs. */
  readonly upTo?: 'launched' | 'initialized'
}

/** A rig whose first client has launched a program that runs. */
export function runningRig(options: RunningOptions = {}): { rig: Rig; first: RigClient } {
  const rig = createRig(options.traits, options.settings)
  rig.input({ kind: 'adapterStarted' })
  const first = rig.client('first', {
    ...options.profile,
    ...(options.kind === undefined ? {} : { kind: options.kind }),
  })
  first.send('initialize', { ...editorArguments, ...options.editor })
  rig.reply('initialize', { ...commonCapabilities, ...options.capabilities })
  const start = options.start ?? 'launch'
  first.send(start, { program: '/p' })
  if (options.upTo === 'launched') return { rig, first }
  rig.event('initialized')
  rig.reply(start)
  if (options.upTo === 'initialized') return { rig, first }
  first.send('configurationDone')
  rig.reply('configurationDone')
  return { rig, first }
}

/** Another client that joins a session and is live. */
export function joined(
  rig: Rig,
  name: string,
  options: { profile?: Partial<ClientProfile>; editor?: JsonObject } = {},
): RigClient {
  const client = rig.client(name, options.profile)
  client.send('initialize', { ...editorArguments, ...options.editor })
  client.send('attach', {})
  client.send('configurationDone')
  return client
}
