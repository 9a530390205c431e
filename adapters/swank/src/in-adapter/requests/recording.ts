import { servedCatalogue } from '@dapplex/protocol'
import { RequestFailure } from '../dap/failure.js'
import type { Handlers, Shim } from '../session/shim.js'
import { frameOf } from './variables.js'

const { dapplex_recordCall: recordCall, dapplex_recordedLines: recordedLines } = servedCatalogue

/** A call records its own lines in the image: `lisp/recording.lisp`. */
export function recordingHandlers(shim: Shim): Handlers {
  const placed = <T extends { readonly line: number }>(one: T): T => ({ ...one, line: shim.lineOut(one.line) })
  return {
    dapplex_recordCall: async (args) => {
      const frame = frameOf(shim, args)
      if (frame === undefined)
        throw new RequestFailure('INVALID_PARAMETER', 'A call is recorded in its frame: give frameId', {
          parameter: 'frameId',
        })
      const { level, index, thread } = frame
      const asked = [level, index, args.int('most'), args.textOr('flag') ?? null]
      const { places } = recordCall.result.parse(await shim.helper.call('record-call', asked, thread))
      return { places: places.map(placed) }
    },
    dapplex_recordedLines: async (args) => {
      const { lines } = recordedLines.result.parse(await shim.helper.call('recorded-lines', [args.int('count')]))
      return { lines: lines.map(placed) }
    },
  }
}
