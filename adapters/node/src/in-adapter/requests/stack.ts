import { fileURLToPath } from 'node:url'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { isInjectedCode } from '../injected/injected-names.js'
import { exceptionInfo } from '../exceptions/exception-info.js'
import { RequestFailure } from '../dap/request-failure.js'
import type { Target } from '../target/target.js'
import type { Frame } from '../stops/frame.js'
import { holdsArguments, scopesOf } from '../variables/scopes.js'
import { checkThread } from './execution.js'
import { free, type RequestTable } from './request-table.js'

function describeFrame({ frames, scripts, conventions }: Target, frame: Frame): Dap.StackFrame {
  const id = frames.add(frame)
  if (frame.kind === 'label') return { id, name: frame.name, line: 0, column: 0, presentationHint: 'label' }
  const { name, place } = frame
  const common = { id, name, line: place.line + conventions.lineBase, column: place.column + conventions.columnBase }
  const { script } = place
  if (script === undefined || isInjectedCode(script.url))
    return { ...common, canRestart: false, presentationHint: 'subtle' }
  return {
    ...common,
    source: scripts.sourceOf(script),
    canRestart: frame.kind === 'live' && frame.call.canBeRestarted === true,
    presentationHint: script.isInternal || isLibrary(script.path) ? 'subtle' : 'normal',
  }
}

/** What runs the tests of a program for the debugger. */
const programs = fileURLToPath(new URL('../../../programs/', import.meta.url))

/** Code that the program uses: an exception that it throws is explained by the nearest frame of the program's own code. */
const isLibrary = (path: string | undefined): boolean =>
  path !== undefined && (/[\\/]node_modules[\\/]/.test(path) || path.startsWith(programs))

export const stackRequests: RequestTable = {
  stackTrace: free((target, args) => {
    checkThread(args)
    const { frames } = target.pauses.requireStop()
    const start = Math.max(0, args.numberOr('startFrame') ?? 0)
    const levels = args.numberOr('levels') ?? 0
    const wanted = frames.slice(start, levels <= 0 ? undefined : start + levels)
    const stackFrames = wanted.map((frame) => describeFrame(target, frame))
    return Promise.resolve({ stackFrames, totalFrames: frames.length })
  }),

  scopes: free(async (target, args) => {
    const frame = target.frames.get(args.number('frameId'))
    const rows = scopesOf(frame, target.pauses.requireStop().exception)
    const names = frame.kind === 'live' ? await target.parameters.of(frame.call) : undefined
    const scopes = rows.map(({ container, ...row }) => ({
      ...row,
      ...(names !== undefined && holdsArguments(container) ? { dapplexArguments: names } : {}),
      variablesReference: target.references.add(container),
    }))
    return { scopes }
  }),

  exceptionInfo: free((target, args) => {
    checkThread(args)
    const { exception } = target.pauses.requireStop()
    if (exception === undefined) throw new RequestFailure('the program is not stopped at an exception')
    return exceptionInfo(target, exception)
  }),
}
