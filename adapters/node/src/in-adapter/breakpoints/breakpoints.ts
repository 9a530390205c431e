import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Probe } from '../injected/probe.js'
import { InspectorError, type InspectorConnection } from '../inspector/connection.js'
import type { Debugger, PausedCallFrame } from '../inspector/methods.js'
import type { Scripts } from '../sources/scripts.js'
import { exactUrlPattern, urlPatternOf } from '../sources/url-pattern.js'
import { headOfStackText } from '../sources/stack-text.js'
import { isSameSpec, ruleOf, type Breakpoint, type BreakpointState, type BreakpointSpec } from './breakpoint.js'
import {
  conditionFor,
  needsProbe,
  parseProbeMessage,
  syntaxCheck,
  type ProbeMessage,
  type StopRule,
} from './condition.js'

export interface BreakpointListener {
  /** Its state has changed without a request. */
  changed(breakpoint: Breakpoint): void
  /** It has text for the client: a log message, or the failure of its condition. */
  said(breakpoint: Breakpoint, text: string): void
}

interface Parts {
  readonly connection: InspectorConnection
  readonly scripts: Scripts
  readonly probe: Probe
  readonly listener: BreakpointListener
}

/** The breakpoints of every source. V8 keeps them by URL, so they may be set before a file is loaded. */
export class Breakpoints {
  readonly #connection: InspectorConnection
  readonly #scripts: Scripts
  readonly #probe: Probe
  readonly #listener: BreakpointListener
  readonly #bySource = new Map<string, readonly Breakpoint[]>()
  /** By id. Each is added as soon as it is set: its file may be loaded before the rest of the list is set. */
  readonly #known = new Map<number, Breakpoint>()
  #lastId = 0

  constructor({ connection, scripts, probe, listener }: Parts) {
    this.#connection = connection
    this.#scripts = scripts
    this.#probe = probe
    this.#listener = listener
    connection.on('Debugger.breakpointResolved', ({ breakpointId, location }) => this.#resolved(breakpointId, location))
  }

  /** Replaces all breakpoints of one source. One that is requested again unchanged keeps its id and its hit count. */
  async replace(source: Dap.Source, specs: readonly BreakpointSpec[]): Promise<Breakpoint[]> {
    const pattern = this.#urlPattern(source)
    const key = pattern ?? JSON.stringify(source)
    const left = [...(this.#bySource.get(key) ?? [])]
    const planned = specs.map((spec) => {
      const index = left.findIndex((one) => one.state.kind !== 'refused' && isSameSpec(one.spec, spec))
      return { spec, kept: index === -1 ? undefined : left.splice(index, 1)[0] }
    })
    for (const one of left) await this.#remove(one)
    const breakpoints: Breakpoint[] = []
    for (const { spec, kept } of planned) {
      const breakpoint = kept ?? (await this.#set({ source, spec, pattern }))
      this.#known.set(breakpoint.id, breakpoint)
      breakpoints.push(breakpoint)
    }
    this.#bySource.set(key, breakpoints)
    return breakpoints
  }

  /** The breakpoints with these ids of V8. */
  hit(inspectorIds: readonly string[]): Breakpoint[] {
    return [...this.#known.values()].filter(
      ({ state }) => state.kind !== 'refused' && inspectorIds.includes(state.inspectorId),
    )
  }

  /**
   * Whether a breakpoint that V8 has paused at really stops. In a new `vm` context without the probe V8 could not decide
   * (see `conditionFor`): the probe is installed there and the rule is evaluated again.
   */
  async confirms(breakpoint: Breakpoint, call: PausedCallFrame): Promise<boolean> {
    const condition = conditionFor(breakpoint.id, breakpoint.rule)
    const contextId = this.#scripts.get(call.location.scriptId)?.contextId
    if (condition === undefined || contextId === undefined || !needsProbe(breakpoint.rule)) return true
    if (await this.#probe.isIn(call)) return true
    await this.#probe.installIn(contextId)
    const { result } = await this.#connection.send('Debugger.evaluateOnCallFrame', {
      callFrameId: call.callFrameId,
      expression: condition,
      silent: true,
    })
    return result.value === true
  }

  /** A condition has sent a message through the probe. */
  tell(payload: string): void {
    const message = parseProbeMessage(payload)
    const breakpoint = message && this.#known.get(message.breakpoint)
    if (message === undefined || breakpoint === undefined) return
    if (message.kind === 'error' && breakpoint.toldError) return
    breakpoint.toldError ||= message.kind === 'error'
    this.#listener.said(breakpoint, textOf(message, breakpoint))
  }

  #urlPattern({ path, sourceReference }: Dap.Source): string | undefined {
    if (sourceReference !== undefined && sourceReference > 0) {
      const { url } = this.#scripts.atReference(sourceReference)
      return url === '' ? undefined : exactUrlPattern(url)
    }
    return path === undefined ? undefined : urlPatternOf(path)
  }

  async #set({
    source,
    spec,
    pattern,
  }: {
    source: Dap.Source
    spec: BreakpointSpec
    pattern: string | undefined
  }): Promise<Breakpoint> {
    const id = ++this.#lastId
    const rule = ruleOf(spec)
    if ('reason' in rule) return { id, source, spec, rule: {}, toldError: false, state: refused(rule.reason) }
    const breakpoint = { id, source, spec, rule, toldError: false }
    if (pattern === undefined) {
      return { ...breakpoint, state: refused('a breakpoint needs a file, but this is evaluated code without a name') }
    }
    const mistake = await this.#syntaxMistake(rule)
    if (mistake !== undefined) return { ...breakpoint, state: refused(mistake) }
    return { ...breakpoint, state: await this.#place(pattern, { ...spec, condition: conditionFor(id, rule) }) }
  }

  async #place(
    urlRegex: string,
    { line, column, condition }: Pick<BreakpointSpec, 'line' | 'column' | 'condition'>,
  ): Promise<BreakpointState> {
    if (line < 0 || (column ?? 0) < 0) return refused('lines and columns before the first do not exist')
    try {
      const { breakpointId, locations } = await this.#connection.send('Debugger.setBreakpointByUrl', {
        urlRegex,
        lineNumber: line,
        ...(column === undefined ? {} : { columnNumber: column }),
        ...(condition === undefined ? {} : { condition }),
      })
      const [location] = locations
      return location === undefined ? { kind: 'pending', inspectorId: breakpointId } : placed(breakpointId, location)
    } catch (error) {
      if (!(error instanceof InspectorError)) throw error
      const isTaken = error.message.includes('already exists')
      return refused(isTaken ? 'another breakpoint of this source is at the same place' : error.message)
    }
  }

  async #syntaxMistake({ condition, log = [] }: StopRule): Promise<string | undefined> {
    const logged = log.flatMap((part) => (part.kind === 'expression' ? [part.expression] : []))
    for (const expression of [...(condition === undefined ? [] : [condition]), ...logged]) {
      const { exceptionDetails } = await this.#connection.send('Runtime.evaluate', {
        expression: syntaxCheck(expression),
        silent: true,
      })
      const said = exceptionDetails?.exception?.description
      if (said !== undefined) return `"${expression}" is not a JavaScript expression: ${headOfStackText(said)}`
    }
    return undefined
  }

  async #remove({ id, state }: Breakpoint): Promise<void> {
    this.#known.delete(id)
    if (state.kind === 'refused') return
    await this.#connection.send('Debugger.removeBreakpoint', { breakpointId: state.inspectorId })
  }

  #resolved(inspectorId: string, location: Debugger.Location): void {
    for (const breakpoint of this.hit([inspectorId])) {
      const { state } = breakpoint
      const now = placed(inspectorId, location)
      // A file that is loaded again (another query, another context) reports the same place again.
      if (state.kind === 'set' && state.line === now.line && state.column === now.column) continue
      breakpoint.state = now
      this.#listener.changed(breakpoint)
    }
  }
}

const refused = (reason: string): BreakpointState => ({ kind: 'refused', reason })

const placed = (inspectorId: string, { lineNumber, columnNumber }: Debugger.Location) =>
  ({ kind: 'set', inspectorId, line: lineNumber, column: columnNumber ?? 0 }) as const

function textOf({ kind, text }: ProbeMessage, { spec }: Breakpoint): string {
  return kind === 'log' ? text : `the condition "${spec.condition ?? ''}" failed: ${text} (told once)`
}
