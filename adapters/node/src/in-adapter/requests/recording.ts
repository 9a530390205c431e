import { RequestFailure } from '../dap/request-failure.js'
import { beginRecording, installRecorder, recordingAt, takeRecorded } from '../injected/recorder.js'
import type { Debugger, PausedCallFrame } from '../inspector/methods.js'
import { declaredNames } from '../sources/declared-names.js'
import type { Target } from '../target/target.js'
import { free, type RequestTable } from './request-table.js'

/** A longer function is stepped through. */
const MOST_PLACES = 300

/** A call that has not returned. */
function callAt({ frames }: Target, frameId: number): PausedCallFrame {
  const frame = frames.get(frameId)
  if (frame.kind !== 'live') throw new RequestFailure(`${frame.name} has returned already`)
  return frame.call
}

/** Where a step can stop in the function of a call, without the functions in it. */
async function placesOf({ connection }: Target, { functionLocation, location }: PausedCallFrame) {
  const { locations } = await connection.send('Debugger.getPossibleBreakpoints', {
    start: functionLocation ?? location,
    restrictToFunction: true,
  })
  const places = locations.filter(({ type }) => type !== 'call')
  if (places.length > MOST_PLACES) throw new RequestFailure(`the function has more than ${MOST_PLACES} places to stop`)
  return places
}

/** Parameters and declared variables. */
async function namesOf(target: Target, call: PausedCallFrame, places: readonly Debugger.BreakLocation[]) {
  const { scriptSource } = await target.connection.send('Debugger.getScriptSource', {
    scriptId: call.location.scriptId,
  })
  const lines = scriptSource.split(/\r\n|[\n\r\u2028\u2029]/)
  const first = call.functionLocation?.lineNumber ?? places[0]?.lineNumber ?? 0
  const last = places.at(-1)?.lineNumber ?? first
  const parameters = (await target.parameters.of(call)) ?? []
  return [...new Set([...parameters, ...declaredNames(lines.slice(first, last + 1).join('\n'))])]
}

export const recordingRequests: RequestTable = {
  dapplex_recordCall: free(async (target, args) => {
    const call = callAt(target, args.number('frameId'))
    const places = await placesOf(target, call)
    const names = await namesOf(target, call, places)
    const recorded = { names, most: args.number('most'), flag: args.textOr('flag') }
    const at = { kind: 'call', call } as const
    await target.evaluator.evaluate(installRecorder(recorded), at, { isConsole: true })
    const begun = await target.evaluator.evaluate(beginRecording(recorded), at)
    if (begun.value !== true) throw new RequestFailure('the variables of this call cannot be recorded')
    const { lineBase, columnBase } = target.conventions
    return {
      places: places.map(({ lineNumber, columnNumber = 0 }) => ({
        line: lineNumber + lineBase,
        column: columnNumber + columnBase,
        condition: recordingAt(lineNumber + lineBase, recorded),
      })),
    }
  }),

  dapplex_recordedLines: free(async (target, args) => {
    const taken = await target.evaluator.evaluate(takeRecorded(args.number('count')), { kind: 'global' })
    const lines: unknown = JSON.parse(typeof taken.value === 'string' ? taken.value : '[]')
    return { lines }
  }),
}
