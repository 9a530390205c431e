import type { JsonObject } from '@dapplex/protocol'
import { adapterTraits } from '@dapplex/protocol'
import type { Input, Session } from '@dapplex/mux'
import { clientId, createSession } from '@dapplex/mux'
import { scanned } from './bytes.js'
import type { Decision } from './decision.js'
import type { SimAdapter } from './sim-adapter.js'
import { createSimAdapter, drawTemper, tellsPauses } from './sim-adapter.js'
import type { SimClient } from './sim-client.js'

/** A broken invariant. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

export function insist(holds: boolean, what: () => string): void {
  if (!holds) throw new Violation(what())
}

/** A session and all that surrounds it, simulated. */
export interface World {
  readonly mostClients: number
  session: Session
  adapter: SimAdapter
  now: number
  readonly clients: Map<number, SimClient>
  /** Timers that run, with the time at which they fire. */
  readonly timers: Map<string, number>
  /** What the runtime has been ordered to do and has not done yet. */
  readonly orders: Order[]
  nextClient: number
  eventSeq: number
  /** Of the last message to the adapter. */
  upstreamSeq: number
  /** How often the program was started again, so that a second `terminated` is one of another run. */
  starts: number
  /** Which client each breakpoint id was given to. */
  readonly owners: Map<number, number>
  inputs: number
}

export type Order =
  | { readonly kind: 'startAdapter' }
  | { readonly kind: 'endAdapter' }
  | { readonly kind: 'runCommand'; readonly run: number }
  | { readonly kind: 'openChild'; readonly child: number }
  | { readonly kind: 'measureClient'; readonly client: number }

/** A fresh session; the decision draws the temper of its adapter and its traits. */
export function createWorld(mostClients: number, decision: Decision): World {
  return {
    mostClients,
    session: freshSession(decision),
    adapter: createSimAdapter(drawTemper(decision)),
    now: 0,
    clients: new Map(),
    timers: new Map(),
    orders: [{ kind: 'startAdapter' }],
    nextClient: 1,
    eventSeq: 0,
    upstreamSeq: 0,
    starts: 0,
    owners: new Map(),
    inputs: 0,
  }
}

/** Everything starts over; numbers of clients go on. */
export function startOver(world: World, decision: Decision): void {
  const { nextClient, now, inputs } = world
  Object.assign(world, createWorld(world.mostClients, decision), { nextClient, now, inputs })
}

function freshSession({ a, b, c }: Decision): Session {
  const conditions = (a & 256) !== 0 ? { conditions: { or: ' or ', open: '(', close: ')' } } : {}
  const traits = adapterTraits.parse({
    ...conditions,
    stops: (a & 512) !== 0 ? 'thread' : 'all',
    pauseTellsStopAgain: tellsPauses({ a, c }),
    pauseDuringStep: (c & 512) !== 0 ? 'harms' : 'works',
    unknown: (b & 256) !== 0 ? 'refuse' : 'pass',
    ...((b & 512) !== 0 ? { childEvent: 'askForChild' } : {}),
  })
  return createSession({
    adapterTitle: 'the simulated adapter',
    traits,
    normalizePath: (path) => path.toLowerCase(),
    policies: {
      control: (b & 1024) !== 0 ? 'exclusive' : 'shared',
      runsCommands: (b & 2048) !== 0,
      opensChildren: (b & 4096) !== 0,
    },
    limits: { clientBytes: 20_000, historyBytes: 20_000 },
  })
}

/** One input without its time. */
export type SessionInput = Input extends infer I ? (I extends { readonly now: number } ? Omit<I, 'now'> : never) : never

/** A message of a client. */
export const fromClient = (client: SimClient, message: unknown, answered = false): SessionInput => ({
  kind: 'clientMessage',
  client: clientId(client.id),
  message,
  ...(answered ? { answered: { filters: [] } } : {}),
})

/** A message of the adapter. Its own seq does not count: some adapters always send 0. */
export function fromAdapter(message: JsonObject): SessionInput {
  const full = { seq: 0, ...message }
  return { kind: 'adapterMessage', message: full, answer: scanned(full) }
}
