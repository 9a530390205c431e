import type { Actor, DapRequest } from '@dapplex/protocol'
import type { ClientId, ClientProfile } from '../contract/input.js'
import type { Conventions } from './conventions.js'
import type { Flow } from './flow.js'

/**
 * How far a client has come. `connected`: no initialize yet; `greeting`: initialize waits for the adapter;
 * `greeted`: initialize answered; `joining`: has sent launch or attach; `configuring`: has got `initialized`;
 * `live`: hears everything; `left`: has disconnected, its connection may still be open.
 */
export type ClientStage = 'connected' | 'greeting' | 'greeted' | 'joining' | 'configuring' | 'live' | 'left'

/**
 * Which exception filters hold for a client. `untold`: it has sent no list, and its initialize was answered before the adapter was known,
 * with the filters `offered`. `wanted`: it has named them (`dapplexExceptionFilters`). `chosen`: what it sends holds.
 */
export type FilterChoice =
  | { readonly kind: 'untold' | 'chosen'; readonly offered: readonly string[] }
  | { readonly kind: 'wanted'; readonly offered: readonly string[]; readonly names: readonly string[] }

export interface Client {
  readonly id: ClientId
  /** Its name, here and in `actor`, is the one that the others see: no other client has it. */
  profile: ClientProfile
  actor: Actor
  /** The name that it came with. */
  givenName: string
  readonly joinedAt: number
  keepBreakpoints: boolean
  foreignBreakpoints: boolean
  stage: ClientStage
  conventions: Conventions
  /** Whether events go to it as the adapter sends them, from the start: it opened the session, it does not join it. */
  isOpener: boolean
  seq: number
  /** Requests without an answer. */
  readonly open: Set<Asked>
  /** Requests that wait for the session to be ready, in order. */
  readonly deferred: Asked[]
  lastCommand: string | undefined
  /** It has sent launch or attach, which is allowed once per connection. */
  hasStarted: boolean
  /** Its launch or attach, while it waits for a start that is under way (mux 7). */
  joinAsked: Asked | undefined
  /** Latest stop whose stack this client has asked for (mux 17). */
  seenStopId: number
  /** Sources whose path this client writes in another way than the adapter, by the key of the source (mux 1). */
  readonly spelled: Map<string, string>
  readonly flow: Flow
  filters: FilterChoice
  /** What it means by ending the program while others are there (mux 11, `dapplexOnStop`); undefined where it has not said. */
  onStop: 'leave' | 'end' | undefined
  /** Whether it was told `terminated` of the present run. */
  hasHeardEnd: boolean
}

/** Whether events reach it. */
export const hears = (client: Client): boolean =>
  client.stage === 'live' || (client.isOpener && client.stage !== 'left' && client.stage !== 'connected')

/**
 * What a request may wait for: the adapter's answer, the moment from which it can be done, or, where the answer is known
 * here, a prompt answer of the adapter; after it was cancelled, that this helps (mux 26).
 */
export type Awaited = 'answered' | 'admitted' | 'prompt' | 'cancelled'

/** One request of a client, and whether it is answered: exactly one answer is sent (mux 20). */
export interface Asked {
  readonly client: Client
  readonly request: DapRequest
  /** The latest stop when it came (mux 17). */
  readonly stopId: number
  /**
   * `givenUp`: the multiplexer has answered with a failure (deadline, cancel, sender left), and the adapter may still
   * answer.
   */
  state: 'open' | 'answered' | 'givenUp'
  /** Until when each must have happened, in milliseconds; Infinity where nothing is due. */
  readonly deadlines: Record<Awaited, number>
}

/** A request that has just come. */
export const openAsked = (client: Client, request: DapRequest, stopId: number): Asked => ({
  client,
  request,
  stopId,
  state: 'open',
  deadlines: { answered: Infinity, admitted: Infinity, prompt: Infinity, cancelled: Infinity },
})

/** Arguments of a request; a request without any has none. */
export const argumentsOf = (asked: Asked): Readonly<Record<string, unknown>> =>
  (asked.request.arguments ?? {}) as Readonly<Record<string, unknown>>
