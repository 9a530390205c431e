import {
  isJsonObject,
  servedCatalogue,
  type AdapterTraits,
  type JsonObject,
  type RequestResult,
} from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { evaluateData } from '../objects/evaluate-data.js'
import { present } from '../result/present.js'

type Places = RequestResult<'dapplex_recordCall'>['places']
type Lines = RequestResult<'dapplex_recordedLines'>['lines']

/** What a call records. */
export interface Wanted {
  readonly frameId: number
  /** Most lines. */
  readonly most: number
  readonly flag: string | undefined
}

/** How a session lets a call record its own lines: by requests of its adapter, or by expressions of its definition. */
export interface Recording {
  /** Where breakpoints are to be set, with their conditions. None: this call cannot be recorded. */
  begin(wanted: Wanted): Promise<Places>
  /** The next lines, read in any frame. None, also because none were asked for: nothing is left in the program. */
  take(frameId: number, count: number): Promise<Lines>
}

/** Undefined where the adapter has no way. */
export function recordingOf(on: SessionCall): Recording | undefined {
  if (on.serves('dapplex_recordCall')) return byRequests(on)
  const { recording } = on.traits.evaluation
  return recording === undefined ? undefined : byExpressions(on, recording)
}

const readPlaces = (body: unknown): Places => {
  const read = servedCatalogue.dapplex_recordCall.result.safeParse(body)
  return read.success ? read.data.places : []
}

const readLines = (body: unknown): Lines => {
  const read = servedCatalogue.dapplex_recordedLines.result.safeParse(body)
  return read.success ? read.data.lines : []
}

function byRequests(on: SessionCall): Recording {
  const ask = async (command: string, args: JsonObject): Promise<unknown> => {
    const answer = await on.send(command, args)
    return answer.success ? answer.body : undefined
  }
  return {
    begin: async (wanted) => readPlaces(await ask('dapplex_recordCall', present({ ...wanted }))),
    take: async (_frameId, count) => readLines(await ask('dapplex_recordedLines', { count })),
  }
}

function byExpressions(on: SessionCall, how: NonNullable<AdapterTraits['evaluation']['recording']>): Recording {
  const { context, begin, condition, take } = how
  const evaluate = (expression: string, frameId: number) => evaluateData(on, { expression, frameId, context })
  return {
    begin: async ({ frameId, most, flag = '' }) => {
      const expression = begin.replaceAll('{{most}}', String(most)).replaceAll('{{flag}}', () => JSON.stringify(flag))
      const { lines } = await evaluate(expression, frameId)
      const known = Array.isArray(lines)
        ? lines.map((line: unknown) => ({ line, condition: condition.replaceAll('{{line}}', String(line)) }))
        : []
      return readPlaces({ places: known })
    },
    take: async (frameId, count) => {
      const { lines } = await evaluate(take.replaceAll('{{count}}', String(count)), frameId)
      return readLines({ lines: Array.isArray(lines) ? lines.filter(isJsonObject) : [] })
    },
  }
}
