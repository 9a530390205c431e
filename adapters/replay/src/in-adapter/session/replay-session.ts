import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { isJsonObject, type JsonObject } from '@dapplex/protocol/dap'
import { listed } from '../answers/answer.js'
import { findAnswer } from '../answers/find-answer.js'
import { isOfFlight, type Recording, type RecordedStop } from '../recording/recording.js'
import { FlightBreakpoints } from '../breakpoints/flight-breakpoints.js'
import { BreakpointLedger } from '../breakpoints/breakpoint-ledger.js'
import type { Breakpoints, Destination, Direction } from '../breakpoints/breakpoints.js'
import { OWN_CAPABILITIES, servedCapabilities } from './capabilities.js'
import {
  damageEvents,
  damageText,
  endText,
  grownText,
  idOf,
  inSentence,
  recordedPlace,
  saidEvent,
} from './about-recording.js'
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

/** A stop that the replay comes to, or stays at because nothing comes after it. */
interface Arriving {
  readonly index: number
  readonly isHit: boolean
  readonly isEnd?: boolean
  /** What is special about it. */
  readonly note?: string
}

const isText = (text: string | undefined): text is string => text !== undefined

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
    if (recording.refusal === undefined)
      return done(undefined, [...damageEvents(recording), ...this.#arriveAt(recording, 0)])
    this.#place = { kind: 'ended' }
    return { answer: recording.refusal.answer, events: endingEvents(recording.ending) }
  }

  #step(direction: Direction): Outcome {
    if (this.#place.kind !== 'stopped') return refused(this.#whyNotStopped())
    const { recording, index } = this.#place
    return this.#moveTo(recording, this.#breakpoints.step(index, direction))
  }

  #run(direction: Direction, body?: JsonObject): Outcome {
    if (this.#place.kind !== 'stopped') return refused(this.#whyNotStopped())
    const { recording, index } = this.#place
    return this.#moveTo(recording, this.#breakpoints.run(index, direction), body)
  }

  #moveTo(recording: Recording, { index, isHit, said }: Destination, body?: JsonObject): Outcome {
    if (index < 0) return refused('This is the first recorded stop: there is nothing before it')
    const told = said.map(saidEvent)
    if (index >= recording.stops.length && isOfFlight(recording)) return done(body, [...told, ...this.#stay(recording)])
    return done(body, [...told, ...this.#arriveAt(recording, index, isHit)])
  }

  /**
   * Nothing comes after the last stop. The replay stays there, so that it can go back: editors would end a session that tells the end
   * of the program, and show a refused move as a fault. What was recorded of the end is told once.
   */
  #stay(recording: Recording): OutgoingEvent[] {
    const { stops, ending } = recording
    const index = stops.length - 1
    const output = this.#furthest < stops.length ? replayedEvents(ending).filter(({ event }) => event === 'output') : []
    this.#furthest = stops.length
    const end = endText(recording) ?? damageText(recording)
    const note = ['this is the last recorded stop', end, grownText(recording)].filter(isText).join('; ')
    return [...output, ...this.#stoppedAt(recording, { index, isHit: false, isEnd: true, note })]
  }

  #select(stopId: unknown): Outcome {
    if (this.#place.kind !== 'stopped') return refused(this.#whyNotStopped())
    const { recording } = this.#place
    const ids = recording.stops.map(idOf)
    const index = ids.indexOf(Number(stopId))
    if (index < 0) {
      const has = [`the recording has ${listed(ids.map(String))}`, grownText(recording)].filter(isText)
      return refused(`There is no stop ${String(stopId)}; ${has.join('; ')}`)
    }
    // It is no move that DAP knows, so the clients are told that the program has gone on.
    const [stopped] = recording.stops[this.#place.index]?.stopped ?? []
    const threadId: unknown = isJsonObject(stopped?.body) ? stopped.body['threadId'] : undefined
    const gone = { event: 'continued', body: { threadId: threadId ?? 0, allThreadsContinued: true } }
    return done(undefined, [gone, ...this.#arriveAt(recording, index)])
  }

  #arriveAt(recording: Recording, index: number, isHit = false): OutgoingEvent[] {
    const stop = recording.stops[index]
    if (stop === undefined) {
      this.#place = { kind: 'ended' }
      return endingEvents(recording.ending)
    }
    // What led to a stop is told once, also if the replay comes to it again.
    const before = index > this.#furthest ? replayedEvents(stop.before) : []
    this.#furthest = Math.max(this.#furthest, index)
    const damage = index === 0 ? damageText(recording) : undefined
    return [
      ...before,
      ...this.#stoppedAt(recording, { index, isHit, ...(damage === undefined ? {} : { note: damage }) }),
    ]
  }

  #stoppedAt(recording: Recording, { index, isHit, isEnd = false, note }: Arriving): OutgoingEvent[] {
    this.#place = { kind: 'stopped', recording, index, from: 0 }
    const { stopped = [] } = recording.stops[index] ?? {}
    const end = isEnd ? { reason: 'end of recording', description: inSentence(note ?? '') } : {}
    const place = isOfFlight(recording) ? { dapplexRecorded: recordedPlace(recording, index, note) } : {}
    const beside = { ...end, ...place }
    return stoppedEvents(stopped, { index, breakpoints: this.#breakpoints, isHit, beside })
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
function breakpointsIn(recording: Recording): Breakpoints {
  const { breakpoints, stops, names } = recording
  return isOfFlight(recording) ? new FlightBreakpoints(stops, names ?? 'common') : new BreakpointLedger(breakpoints)
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
