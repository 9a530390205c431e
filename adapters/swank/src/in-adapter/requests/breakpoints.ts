import { basename } from 'node:path'
import { argumentsFrom, type Arguments } from '../dap/arguments.js'
import { RequestFailure } from '../dap/failure.js'
import { keyword, list, quote } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import type { Handlers, Shim } from '../session/shim.js'
import { withoutBrackets } from './inspection.js'
import { frameOf } from './variables.js'

interface BreakpointFacts {
  readonly id: number
  readonly verified: boolean
  readonly path?: string
  readonly line?: number
  readonly column?: number
  readonly end_line?: number
  readonly end_column?: number
  readonly message?: string
}

/** A log message of a breakpoint, rendered. */
interface LogFacts {
  readonly text: string
  readonly path: string
  readonly line: number
}

function tellLog(shim: Shim, { text, path, line }: LogFacts): void {
  const source = { name: basename(path), path }
  shim.emit('output', { category: 'console', output: `${text}\n`, source, line: shim.lineOut(line) })
}

/** How long changes of breakpoints are gathered: loading a file may move one several times. */
const settleMs = 10

export function breakpointHandlers(shim: Shim): Handlers {
  let nextId = 1
  const changed = new Map<number, BreakpointFacts>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const facts of changed.values()) shim.emit('breakpoint', { reason: 'changed', breakpoint: toDap(shim, facts) })
    changed.clear()
  }
  shim.stops.beforeStop = flush
  shim.hear((notice) => {
    if (notice.kind === 'helper' && notice.name === 'log') tellLog(shim, notice.body as LogFacts)
    if (notice.kind !== 'helper' || notice.name !== 'breakpoint') return
    const facts = notice.body as BreakpointFacts
    changed.set(facts.id, facts)
    timer ??= setTimeout(flush, settleMs)
  })
  const forget = (facts: readonly BreakpointFacts[]): readonly BreakpointFacts[] => {
    for (const { id } of facts) changed.delete(id)
    return facts
  }
  return {
    setBreakpoints: async (args) => {
      const path = args.object('source').textOr('path')
      if (path === undefined)
        throw new RequestFailure('INVALID_FILE', 'The source has no path: breakpoints need a file')
      const asked = args.has('breakpoints')
        ? args.objects('breakpoints')
        : args.ints('lines').map((line) => lineOnly(line))
      const specs = asked.map((spec) => lineSpec(shim, nextId++, spec))
      const facts = await shim.helper.call<BreakpointFacts[]>('set-breakpoints', [path, quote(list(...specs))])
      return {
        breakpoints: forget(facts).map((one) =>
          toDap(shim, { ...one, path: one.verified ? (one.path ?? path) : path }),
        ),
      }
    },
    setFunctionBreakpoints: async (args) => {
      const specs = args
        .objects('breakpoints')
        .map((spec) => list(nextId++, keyword('name'), spec.text('name'), ...texts(spec)))
      const facts = await shim.helper.call<BreakpointFacts[]>('set-function-breakpoints', [quote(list(...specs))])
      return { breakpoints: forget(facts).map((one) => toDap(shim, one)) }
    },
    breakpointLocations: async (args) => {
      const path = args.object('source').text('path')
      const [line, endLine] = [args.int('line'), args.intOr('endLine')]
      const request: Form[] = [path, shim.lineIn(line), endLine === undefined ? null : shim.lineIn(endLine)]
      const facts = await shim.helper.call<{ line: number; column: number; endLine: number; endColumn: number }[]>(
        'breakpoint-locations',
        request,
      )
      return {
        breakpoints: facts.map((one) => ({
          line: shim.lineOut(one.line),
          column: shim.columnOut(one.column),
          endLine: shim.lineOut(one.endLine),
          endColumn: shim.columnOut(one.endColumn),
        })),
      }
    },
    dataBreakpointInfo: async (args) => {
      const facts = await dataInfo(shim, args)
      return { dataId: facts.data_id, description: facts.description, accessTypes: ['write'], canPersist: false }
    },
    setDataBreakpoints: async (args) => {
      const specs = args.objects('breakpoints').map((spec) => list(nextId++, spec.text('dataId')))
      const facts = await shim.helper.call<BreakpointFacts[]>('set-data-breakpoints', [quote(list(...specs))])
      return { breakpoints: facts.map((one) => toDap(shim, one)) }
    },
    dapplex_dataWritten: (args) => {
      const { written = [] } = shim.stops.of(args.int('threadId'))
      return {
        places: written.map((one) => ({ ...one, line: shim.lineOut(one.line), column: shim.columnOut(one.column) })),
      }
    },
  }
}

interface DataFacts {
  readonly data_id: string | null
  readonly description: string
}

/** A child of an object; or a global variable, as it is named in a frame. */
async function dataInfo(shim: Shim, args: Arguments): Promise<DataFacts> {
  const name = args.text('name')
  const reference = args.intOr('variablesReference')
  const container = reference ? shim.references.container(reference) : undefined
  if (container?.kind === 'object')
    return shim.helper.call('data-breakpoint-info', [container.id, withoutBrackets(name)])
  const frame = container?.frame ?? frameOf(shim, args)
  if (frame !== undefined)
    return shim.helper.call('global-breakpoint-info', [frame.level, frame.index, name], frame.thread)
  return {
    data_id: null,
    description: `${name} cannot be watched: it needs a frame, or the object that it is a part of`,
  }
}

const lineOnly = (line: number): Arguments => argumentsFrom({ line })

function lineSpec(shim: Shim, id: number, spec: Arguments): Form {
  const column = spec.intOr('column')
  return list(
    id,
    keyword('line'),
    shim.lineIn(spec.int('line')),
    ...(column === undefined ? [] : [keyword('column'), shim.columnIn(column)]),
    ...texts(spec),
  )
}

/** Condition, hit condition and log message; empty ones count as none. */
function texts(spec: Arguments): Form[] {
  const named = [
    ['condition', spec.textOr('condition')],
    ['hit', spec.textOr('hitCondition')],
    ['log', spec.textOr('logMessage')],
  ] as const
  return named.flatMap(([key, value]) => (value ? [keyword(key), value] : []))
}

function toDap(shim: Shim, facts: BreakpointFacts): Record<string, unknown> {
  return {
    id: facts.id,
    verified: facts.verified,
    ...(facts.path === undefined ? {} : { source: { name: basename(facts.path), path: facts.path } }),
    ...(facts.line === undefined ? {} : { line: shim.lineOut(facts.line) }),
    ...(facts.column === undefined ? {} : { column: shim.columnOut(facts.column) }),
    ...(facts.end_line === undefined ? {} : { endLine: shim.lineOut(facts.end_line) }),
    ...(facts.end_column === undefined ? {} : { endColumn: shim.columnOut(facts.end_column) }),
    ...(facts.message === undefined ? {} : { message: facts.message }),
    ...(facts.verified ? {} : { reason: 'pending' }),
  }
}
