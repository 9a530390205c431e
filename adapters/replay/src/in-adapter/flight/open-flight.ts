import type { DapEvent, JsonObject } from '@dapplex/protocol/dap'
import { objectIn, textIn, countIn } from '@dapplex/protocol'
import { frameAt, Recording as FlightRecording, StopAnswers, wasMet, type Condition } from '@dapplex/recording'
import { FlightSources } from './flight-sources.js'
import type { FlightPlace, RecordedAnswer, RecordedStop, Recording } from '../recording/recording.js'

/** Opens what the flight recorder has written. @throws RecordingError with a sentence for people */
export async function openFlight(file: string): Promise<Recording> {
  const flight = await FlightRecording.open(file)
  const { stopIds, header } = flight
  const sources = new FlightSources(flight.sources.values())
  const stops = stopIds.map((stopId, index) => new FlightStop(flight, { stopId, before: stopIds[index - 1], sources }))
  return {
    header: { ...header },
    capabilities: {},
    refusal: undefined,
    stops,
    ending: [...outputOf(flight, { from: offsetAt(flight, stopIds.at(-1)), to: Infinity }), ...exitOf(flight)],
    exchanges: [],
    breakpoints: [],
    ...(header.names === undefined ? {} : { names: header.names }),
    get damage() {
      return flight.damage
    },
    get hasGrown() {
      return flight.hasGrown
    },
  }
}

/** A stop of the flight recorder. It is read from the file when the replay comes to it. */
class FlightStop implements RecordedStop, FlightPlace {
  readonly exchanges = []
  readonly flight = this
  readonly #flight: FlightRecording
  readonly stopId: number
  readonly #before: number | undefined
  readonly #sources: FlightSources
  #place: FlightPlace['place'] | undefined

  constructor(
    flight: FlightRecording,
    {
      stopId,
      before,
      sources,
    }: { readonly stopId: number; readonly before: number | undefined; readonly sources: FlightSources },
  ) {
    this.#flight = flight
    this.stopId = stopId
    this.#before = before
    this.#sources = sources
  }

  get before(): readonly DapEvent[] {
    return outputOf(this.#flight, {
      from: offsetAt(this.#flight, this.#before),
      to: offsetAt(this.#flight, this.stopId),
    })
  }

  get stopped(): readonly DapEvent[] {
    const record = this.#flight.stop(this.stopId)?.record
    const { reason = 'unknown', threadId, description, text, allThreadsStopped = true } = record ?? {}
    const said = { ...(description === undefined ? {} : { description }), ...(text === undefined ? {} : { text }) }
    return [event('stopped', { reason, allThreadsStopped, ...(threadId === undefined ? {} : { threadId }), ...said })]
  }

  get threads(): readonly JsonObject[] {
    const stop = this.#flight.stop(this.stopId)
    const named = (stop?.threads ?? []).map(({ id, name }) => ({ id, name }))
    const { threadId } = stop?.record ?? {}
    return named.length > 0 || threadId === undefined ? named : [{ id: threadId, name: `Thread ${threadId}` }]
  }

  get place(): FlightPlace['place'] {
    this.#place ??= this.#findPlace()
    return this.#place
  }

  #findPlace(): FlightPlace['place'] {
    const stop = this.#flight.stop(this.stopId)
    const stack = stop?.record.stacks.find(({ threadId }) => threadId === stop.record.threadId)
    const [top] = stack?.frames ?? []
    const frame = (top === undefined ? undefined : stop?.frame(top)) ?? {}
    return {
      path: textIn(objectIn(frame, 'source') ?? {}, 'path'),
      line: countIn(frame, 'line'),
      function: textIn(frame, 'name'),
    }
  }

  meets(condition: Condition): boolean | undefined {
    const stop = this.#flight.stop(this.stopId)
    const frame = stop && frameAt(stop, stop.record.threadId ?? 0, 0)
    return stop && frame && wasMet(condition, stop, frame)
  }

  shown(expression: string): string {
    const { success, message, body } = this.answer('evaluate', { expression })
    return (success && body !== undefined ? textIn(body, 'result') : undefined) ?? `{${message ?? 'not recorded'}}`
  }

  answer(command: string, args: JsonObject): RecordedAnswer {
    const stop = this.#flight.stop(this.stopId)
    if (stop === undefined) return { success: false, message: `stop ${this.stopId} can no longer be read` }
    if (command === 'threads') return { success: true, body: { threads: [...this.threads] } }
    const source = command === 'source' ? this.#sources.answer(args) : undefined
    if (source !== undefined) return source
    const answer = new StopAnswers(stop, this.#flight.header.names ?? 'common').answer(command, args)
    return command === 'stackTrace' ? this.#sources.refer(answer) : answer
  }
}

const event = (name: string, body: JsonObject): DapEvent => ({ seq: 0, type: 'event', event: name, body })

/** Bytes of output before a stop. */
const offsetAt = (flight: FlightRecording, stopId: number | undefined): number =>
  stopId === undefined ? 0 : (flight.stop(stopId)?.record.output ?? 0)

function outputOf(flight: FlightRecording, { from, to }: { readonly from: number; readonly to: number }): DapEvent[] {
  const events: DapEvent[] = []
  for (const { offset, category, text } of flight.output())
    if (offset >= from && offset < to) events.push(event('output', { category, output: text }))
  return events
}

function exitOf(flight: FlightRecording): DapEvent[] {
  const exits = [...flight.events()].filter((one) => one.event === 'exited')
  return exits.slice(-1).map(({ about: { exitCode, signal } }) => event('exited', { exitCode, signal }))
}
