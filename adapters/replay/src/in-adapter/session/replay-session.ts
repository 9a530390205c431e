import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { isJsonObject, type JsonObject } from '@dapplex/protocol/dap'
import { listed } from '../answers/answer.js'
import { findAnswer } from '../answers/find-answer.js'
import type { Recording, RecordedStop } from '../recording/recording.js'
import { FlightBreakpoints } from '../breakpoints/flight-breakpoints.js'
import { BreakpointLedger } from '../breakpoints/breakpoint-ledger.js'
import type { Breakpoints, Destination, Direction } from '../breakpoints/breakpoints.js'
import { OWN_CAPABILITIES, servedCapabilities } from './capabilities.js'
import { done, refused, type Outcome } from './outcome.js'
import { endingEvents, replayedEvents, stoppedEvents, type OutgoingEvent } from './replayed-events.js'

/** Where the replay is. */
type Place =
  | { readonly kind: 'unopened' }
  /** The recording is open, the client is still configuring. */
  | { readonly kind: 'opened'; readonly recording: Recording }
  /** `from`: exchanges of the stop before this one are older than a recorded change that was served. */
  | { readonly kind: 'stopped'; readonly recording: Recording; readonly index: number; readonly from: number }
  | { readonly kind: 'ended' }

/** Opens the file of a launch. @throws Error with a sentence for people */
export type OpenRecording = (program: string) => Recording

const CHANGES = new Set(['setVariable', 'setExpression'])

/** A recorded session served again: its stops in order, moved by continue and the steps. Speaks in requests and outcomes. */
export class ReplaySession {
  readonly #open: OpenRecording
  #place: Place = { kind: 'unopened' }
  #breakpoints: Breakpoints = new BreakpointLedger([])
  #furthest = -1

  constructor(open: OpenRecording) {
    this.#open = open
  }

  serve({ command, arguments: given }: Dap.Request): Outcome {
    const args = isJsonObject(given) ? given : {}
    switch (command) {
      case 'initialize':
        return done({ ...OWN_CAPABILITIES })
      case 'launch':
        return this.#launch(args)
      case 'attach':
        return refused('A recording is launched, not attached to: launch {"program": "FILE.ndjson"}')
      case 'configurationDone':
        return this.#configurationDone()
      case 'setBreakpoints':
        return done({ breakpoints: this.#breakpoints.setSource(pathOf(args), listOf(args, 'breakpoints')) })
      case 'setFunctionBreakpoints':
        return done({ breakpoints: this.#breakpoints.setFunctions(listOf(args, 'breakpoints')) })
      case 'setExceptionBreakpoints':
        return done()
      case 'continue':
        return this.#run(1, { allThreadsContinued: true })
      case 'next':
      case 'stepIn':
      case 'stepOut':
        return this.#step(1)
      case 'stepBack':
        return this.#step(-1)
      case 'reverseContinue':
        return this.#run(-1)
      case 'dapplex_stopSelect':
        return this.#select(args['stopId'])
      case 'pause':
        // Between two recorded stops no time passes: it is always at one.
        return done()
      case 'terminate':
        return this.#terminate()
      case 'disconnect':
        return { ...done(), isOver: true }
      default:
        return this.#ask(command, args)
    }
  }

  #launch(args: JsonObject): Outcome {
    const program = args['program']
    if (typeof program !== 'string' || program === '')
      return refused('Launch argument "program" must name a recording (a .recording or .ndjson file)')
    try {
      const recording = this.#open(program)
      const { refusal } = recording
      if (refusal !== undefined && refusal.command !== 'configurationDone')
        return { answer: refusal.answer, events: [] }
      this.#place = { kind: 'opened', recording }
      this.#breakpoints = breakpointsIn(recording)
      const capabilities = { capabilities: servedCapabilities(recording) }
      return done(undefined, [{ event: 'capabilities', body: capabilities }, { event: 'initialized' }])
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error))
    }
  }

  #configurationDone(): Outcome {
    if (this.#place.kind !== 'opened') return refused('configurationDone comes once, after launch')
    const { recording } = this.#place
    if (recording.refusal === undefined) return done(undefined, this.#arriveAt(recording, 0))
    this.#place = { kind: 'ended' }
    return { answer: recording.refusal.answer, events: endingEvents(recording.ending) }
  }

  #step(direction: Direction): Outcome {
    if (this.#place.kind !== 'stopped') return refused(this.#whyNotStopped())
    return this.#moveTo(this.#place.recording, { index: this.#place.index + direction, hit: [], said: [] })
  }

  #run(direction: Direction, body?: JsonObject): Outcome {
    if (this.#place.kind !== 'stopped') return refused(this.#whyNotStopped())
    const { recording, index } = this.#place
    return this.#moveTo(recording, this.#breakpoints.destination(index, direction), body)
  }

  #moveTo(recording: Recording, { index, hit, said }: Destination, body?: JsonObject): Outcome {
    if (index < 0) return refused('This is the first recorded stop: there is nothing before it')
    const told = said.map((output) => ({ event: 'output', body: { category: 'console', output } }))
    return done(body, [...told, ...this.#arriveAt(recording, index, hit)])
  }

  #select(stopId: unknown): Outcome {
    if (this.#place.kind !== 'stopped') return refused(this.#whyNotStopped())
    const { recording } = this.#place
    const ids = recording.stops.map((stop, at) => stop.stopId ?? at + 1)
    const index = ids.indexOf(Number(stopId))
    if (index < 0) return refused(`There is no stop ${String(stopId)}; the recording has ${listed(ids.map(String))}`)
    // It is no move that DAP knows, so the clients are told that the program has gone on.
    const [stopped] = recording.stops[this.#place.index]?.stopped ?? []
    const threadId: unknown = isJsonObject(stopped?.body) ? stopped.body['threadId'] : undefined
    const gone = { event: 'continued', body: { threadId: threadId ?? 0, allThreadsContinued: true } }
    return done(undefined, [gone, ...this.#arriveAt(recording, index)])
  }

  #arriveAt(recording: Recording, index: number, hit: readonly number[] = []): OutgoingEvent[] {
    const stop = recording.stops[index]
    if (stop === undefined) {
      this.#place = { kind: 'ended' }
      return endingEvents(recording.ending)
    }
    this.#place = { kind: 'stopped', recording, index, from: 0 }
    // What led to a stop is told once, also if the replay comes to it again.
    const before = index > this.#furthest ? replayedEvents(stop.before) : []
    this.#furthest = Math.max(this.#furthest, index)
    return [...before, ...stoppedEvents(stop.stopped, this.#breakpoints, hit)]
  }

  #terminate(): Outcome {
    const wasOver = this.#place.kind === 'ended'
    this.#place = { kind: 'ended' }
    return done(undefined, wasOver ? [] : [{ event: 'terminated' }])
  }

  #ask(command: string, args: JsonObject): Outcome {
    const place = this.#place
    const stop = place.kind === 'stopped' ? place.recording.stops[place.index] : undefined
    if (place.kind !== 'stopped' || stop === undefined)
      return command === 'threads' && place.kind === 'opened' ? done({ threads: [] }) : refused(this.#whyNotStopped())
    const found = findAnswer({ command, args, stop, from: place.from }, place.recording)
    if (found.kind === 'missing') {
      const where = `stop ${place.index + 1} of ${place.recording.stops.length}`
      return refused(`${described(command, args)} is not in the recording; ${where} has ${found.has}`)
    }
    if (CHANGES.has(command) && found.answer.success) this.#place = { ...place, from: after(stop, found.answer) }
    return { answer: found.answer, events: [] }
  }

  #whyNotStopped(): string {
    switch (this.#place.kind) {
      case 'unopened':
        return 'No recording is open: launch {"program": "FILE.ndjson"} comes first'
      case 'opened':
        return 'The replay begins with configurationDone'
      case 'ended':
        return 'The recording has ended; launch it again to begin at its first stop'
      case 'stopped':
        return 'The replay is at a stop'
    }
  }
}

/** In a recording of messages each stop counts; among those of the flight recorder breakpoints choose. */
function breakpointsIn({ breakpoints, stops, names }: Recording): Breakpoints {
  const isFlight = stops.some(({ flight }) => flight !== undefined)
  return isFlight ? new FlightBreakpoints(stops, names ?? 'common') : new BreakpointLedger(breakpoints)
}

/** Position behind the exchange that was answered with this. */
const after = ({ exchanges }: RecordedStop, answer: Outcome['answer']): number =>
  exchanges.findIndex((exchange) => exchange.answer === answer) + 1

/** `evaluate {"expression":"x"}`, shortened. */
function described(command: string, args: JsonObject): string {
  const text = JSON.stringify(args)
  return `${command} ${text.length > 120 ? `${text.slice(0, 119)}…` : text}`
}

function pathOf(args: JsonObject): string {
  const path = isJsonObject(args['source']) ? args['source']['path'] : undefined
  return typeof path === 'string' ? path : ''
}

/** The requests of a breakpoint request; what is no object asks for nothing and keeps its position. */
function listOf<T extends object>(args: JsonObject, name: string): T[] {
  const list: unknown[] = Array.isArray(args[name]) ? args[name] : []
  return list.map((one) => (isJsonObject(one) ? one : {}) as unknown as T)
}
