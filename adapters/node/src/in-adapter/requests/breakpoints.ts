import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { readSpec } from '../breakpoints/breakpoint.js'
import { readExceptionFilters } from '../exceptions/filters.js'
import type { Fields } from '@dapplex/protocol/dap'
import { RequestFailure } from '../dap/request-failure.js'
import type { Script } from '../sources/scripts.js'
import type { Target } from '../target/target.js'
import { free, ordered, type RequestTable } from './request-table.js'

/** @throws RequestFailure if it names neither a file nor a source that was handed out */
export function readSource(args: Fields): Dap.Source {
  const source = args.object('source')
  const path = source.textOr('path')
  const name = source.textOr('name')
  const sourceReference = source.numberOr('sourceReference') ?? args.numberOr('sourceReference') ?? 0
  if (path === undefined && sourceReference === 0) {
    throw new RequestFailure('source has neither a path nor a sourceReference')
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(path === undefined ? {} : { path }),
    ...(sourceReference === 0 ? {} : { sourceReference }),
  }
}

function scriptOf({ scripts }: Target, { path, sourceReference }: Dap.Source): Script | undefined {
  if (sourceReference !== undefined) return scripts.atReference(sourceReference)
  return path === undefined ? undefined : scripts.atPath(path)
}

export const breakpointRequests: RequestTable = {
  setBreakpoints: ordered(async (target, args) => {
    const specs = args.objects('breakpoints').map((one) => readSpec(one, target.conventions))
    return { breakpoints: await target.setBreakpoints(readSource(args), specs) }
  }),

  setExceptionBreakpoints: ordered(async (target, args) => {
    const options = args.objects('filterOptions').map((one) => one.text('filterId'))
    const names = [...args.texts('filters'), ...options]
    await target.catchExceptions(readExceptionFilters(names))
    return { breakpoints: names.map(() => ({ verified: true })) }
  }),

  breakpointLocations: free(async (target, args) => {
    const script = scriptOf(target, readSource(args))
    // Only V8 knows this, and only for loaded code.
    if (script === undefined) return { breakpoints: [] }
    const { lineBase, columnBase } = target.conventions
    const line = args.number('line') - lineBase
    const column = args.numberOr('column')
    const endLine = (args.numberOr('endLine') ?? line + lineBase) - lineBase
    const endColumn = args.numberOr('endColumn')
    const { locations } = await target.connection.send('Debugger.getPossibleBreakpoints', {
      start: { scriptId: script.id, lineNumber: line, columnNumber: column === undefined ? 0 : column - columnBase },
      end:
        endColumn === undefined
          ? { scriptId: script.id, lineNumber: endLine + 1, columnNumber: 0 }
          : { scriptId: script.id, lineNumber: endLine, columnNumber: endColumn - columnBase },
    })
    return {
      breakpoints: locations.map((one) => ({
        line: one.lineNumber + lineBase,
        column: (one.columnNumber ?? 0) + columnBase,
      })),
    }
  }),
}
