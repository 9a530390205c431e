import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Breakpoints } from '../breakpoints/breakpoints.js'
import { IDLE_URL, UNCAUGHT_URL } from '../injected/injected-names.js'
import type { Probe } from '../injected/probe.js'
import { stopsFor } from '../exceptions/filters.js'
import type { InspectorConnection } from '../inspector/connection.js'
import type { PausedEvent } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import type { Scripts } from '../sources/scripts.js'
import { realPathOf, urlPatternOf } from '../sources/url-pattern.js'
import { framesOf, unwoundFrames } from '../stops/frame.js'
import { continueStep, type Step, type StepCommand, type StepView } from './step.js'
import { hasReason, thrownValue, type Stop } from '../stops/stop.js'
import { thrownText } from '../variables/thrown-text.js'

const NOWHERE: StepView = {
  isInternal: false,
  hasUserCode: false,
  depth: -1,
  scriptId: '',
  line: -1,
  isAtReturn: false,
}

/** How long a program may take to stop after a pause request, in ms. After that it is assumed to wait for events. */
const IDLE_AFTER_MS = 200

export interface PauseListener {
  stopped(stop: Stop): void
  /** It has resumed although nobody asked this adapter. */
  resumed(): void
  /** It resumes: everything that is valid only during the stop ends. */
  left(): void
}

interface Parts {
  readonly connection: InspectorConnection
  readonly scripts: Scripts
  readonly breakpoints: Breakpoints
  readonly probe: Probe
  readonly listener: PauseListener
  /** What must be done at the first line, before anything of the program runs. */
  readonly atEntry: () => Promise<void>
  readonly entry: EntryStop
}

/** Whether the program stops at its first line; for a launched one that is the first line of its own file. */
export type EntryStop =
  { readonly kind: 'none' } | { readonly kind: 'first-code' } | { readonly kind: 'file'; readonly path: string }

/** Why the program was last resumed. */
type LastMove = { readonly kind: 'continue' | 'restart' } | { readonly kind: 'step'; readonly step: Step }

type State =
  /** The client is still setting up. A pause that has already come waits. */
  | { readonly kind: 'opening'; readonly event?: PausedEvent }
  | { readonly kind: 'running' }
  /** V8 has paused. It is not yet decided whether that is a stop. */
  | { readonly kind: 'judging' }
  | { readonly kind: 'stopped'; readonly stop: Stop }
  /** The program is being ended: none of V8's pauses matters any more. */
  | { readonly kind: 'ending' }

/** Whether the program is running or stopped, and which of V8's pauses are stops for the client. */
export class Pauses {
  readonly #parts: Parts
  #state: State = { kind: 'opening' }
  #lastMove: LastMove = { kind: 'continue' }
  /** How often the client has asked for a pause. */
  #pauses = 0
  /** V8's breakpoint on the first line of the program's file, until that line is reached. */
  #entryBreakpoint: string | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    parts.connection.on('Debugger.paused', (event) => this.#take(event))
    parts.connection.on('Debugger.resumed', () => this.#resumed())
  }

  /** The client is ready for stops. */
  begin(): void {
    if (this.#state.kind !== 'opening') return
    const { event } = this.#state
    this.#state = { kind: 'running' }
    if (event !== undefined) this.#take(event)
  }

  /** The current stop; undefined while the program runs. */
  get stop(): Stop | undefined {
    return this.#state.kind === 'stopped' ? this.#state.stop : undefined
  }

  /** @throws RequestFailure while it runs */
  requireStop(): Stop {
    if (this.#state.kind === 'stopped') return this.#state.stop
    throw new RequestFailure(
      this.#state.kind === 'ending' ? 'the program is ending' : 'the program is running: pause it first',
    )
  }

  /** @throws RequestFailure while it runs */
  async continue(): Promise<void> {
    this.#leave({ kind: 'continue' })
    await this.#resume('resume')
  }

  /** @throws RequestFailure while it runs */
  async step(kind: 'over' | 'in' | 'out'): Promise<void> {
    const from = this.#view(this.requireStop().paused)
    this.#leave({ kind: 'step', step: { kind, from, extra: 0 } })
    await this.#resume(({ over: 'stepOver', in: 'stepInto', out: 'stepOut' } as const)[kind])
  }

  /** A program that ends as soon as it goes on may not have answered. It went on. */
  async #resume(command: StepCommand): Promise<void> {
    const { connection } = this.#parts
    try {
      await connection.send(`Debugger.${command}`, {})
    } catch (error) {
      if (connection.isOpen) throw error
    }
  }

  /**
   * Runs a frame again from its beginning; V8 then stops there.
   * @throws RequestFailure while it runs; InspectorError if V8 cannot restart the frame; the program then stays at the same stop
   */
  async restartFrame(callFrameId: string): Promise<void> {
    const stop = this.requireStop()
    this.#state = { kind: 'running' }
    this.#lastMove = { kind: 'restart' }
    try {
      await this.#parts.connection.send('Debugger.restartFrame', { callFrameId, mode: 'StepInto' })
    } catch (error) {
      this.#state = { kind: 'stopped', stop }
      throw error
    }
    this.#parts.listener.left()
  }

  /** Stops the program where it is. A program that only waits for events is stopped in the event loop. */
  async pause(): Promise<void> {
    if (this.#state.kind === 'stopped' || this.#isEnding()) return
    this.#lastMove = { kind: 'step', step: { kind: 'pause', from: NOWHERE, extra: 0 } }
    this.#pauses += 1
    await this.#askForPause()
  }

  async #askForPause(): Promise<void> {
    await this.#parts.connection.send('Debugger.pause', {})
    this.#runCodeWhenIdle()
  }

  /** Runs a little code in a program that has run none for a while, so that it can stop there. */
  #runCodeWhenIdle(): void {
    setTimeout(() => {
      if (!this.#isPausing()) return
      if (this.#state.kind === 'judging') return this.#runCodeWhenIdle()
      void this.#runCode().catch(() => undefined)
    }, IDLE_AFTER_MS).unref()
  }

  /**
   * V8 drops a pause request that reaches it together with a resume (measured), and a step out of Node's own code that nothing
   * follows: if the code ran through, the pause is asked for again.
   */
  async #runCode(): Promise<void> {
    const asked = this.#pauses
    await this.#parts.connection.send('Runtime.evaluate', { expression: `0\n//# sourceURL=${IDLE_URL}` })
    if (this.#pauses !== asked || !this.#isPausing()) return
    if (this.#state.kind === 'judging') this.#runCodeWhenIdle()
    else await this.#askForPause()
  }

  #isEnding(): boolean {
    return this.#state.kind === 'ending'
  }

  #isPausing(): boolean {
    return (
      !/^(stopped|ending)$/.test(this.#state.kind) &&
      this.#lastMove.kind === 'step' &&
      this.#lastMove.step.kind === 'pause'
    )
  }

  /**
   * The program is about to be ended: nothing stops it from now on. A paused program stays where it is.
   * @returns whether V8 has paused it
   */
  async beginEnd(): Promise<boolean> {
    const state = this.#state
    const isPaused = state.kind === 'opening' ? state.event !== undefined : /^(stopped|judging)$/.test(state.kind)
    if (state.kind === 'stopped') this.#parts.listener.left()
    this.#state = { kind: 'ending' }
    await this.#parts.connection.send('Debugger.setSkipAllPauses', { skip: true })
    return isPaused
  }

  /** Resumes a paused program that is being ended. V8 drops the calls on its stack: not one more statement of them runs. */
  async dropStack(): Promise<void> {
    this.#parts.listener.resumed()
    await this.#parts.connection.send('Debugger.resume', { terminateOnResume: true })
  }

  #leave(move: LastMove): void {
    this.requireStop()
    this.#state = { kind: 'running' }
    this.#lastMove = move
    this.#parts.listener.left()
  }

  #resumed(): void {
    if (this.#state.kind !== 'stopped') return
    this.#leave({ kind: 'continue' })
    this.#parts.listener.resumed()
  }

  #take(event: PausedEvent): void {
    if (this.#isEnding()) return
    if (this.#state.kind === 'opening') this.#state = { kind: 'opening', event }
    // This fails only when the program is gone, and the session learns that by itself.
    else void this.#paused(event).catch(() => undefined)
  }

  async #paused(event: PausedEvent): Promise<void> {
    this.#state = { kind: 'judging' }
    const stop = await this.#judge(event)
    if (stop === undefined || this.#isEnding()) return
    // What the program printed before this stop is still on its way through other pipes.
    await nextTurn()
    if (this.#isEnding()) return
    this.#state = { kind: 'stopped', stop }
    this.#parts.listener.stopped(stop)
  }

  /** The stop for a pause of V8. Undefined if the pause is not a stop; the program has then been resumed. */
  async #judge(event: PausedEvent): Promise<Stop | undefined> {
    const isEntry = hasReason(event, 'Break on start')
    if (isEntry) await this.#parts.atEntry()
    const special =
      (await this.#exceptionStop(event)) ?? (await this.#uncaughtStop(event)) ?? (await this.#breakpointStop(event))
    if (special !== undefined && special !== 'skip') return special
    if (await this.#isEntryStop(event, isEntry)) {
      return this.#stop(event, { reason: 'entry', description: 'at the first line' })
    }
    const move = this.#lastMove
    if (move.kind === 'step') return this.#stepStop(event, move.step)
    if (isEntry || special === 'skip') return this.#goOn('resume')
    return move.kind === 'restart'
      ? this.#stop(event, { reason: 'restart', description: 'the frame begins again' })
      : this.#stop(event, { reason: 'breakpoint', description: 'a debugger statement' })
  }

  /**
   * Whether this pause is the stop at the first line. Node breaks in the first module that runs. For an ES module that is
   * one that it imports, so a breakpoint waits for the program's own file.
   */
  async #isEntryStop(event: PausedEvent, isFirstCode: boolean): Promise<boolean> {
    const { connection, entry, scripts } = this.#parts
    if (this.#entryBreakpoint !== undefined && (event.hitBreakpoints ?? []).includes(this.#entryBreakpoint)) {
      await connection.send('Debugger.removeBreakpoint', { breakpointId: this.#entryBreakpoint })
      this.#entryBreakpoint = undefined
      return true
    }
    if (!isFirstCode || entry.kind === 'none') return false
    const [top] = event.callFrames
    const path = top && scripts.get(top.location.scriptId)?.path
    if (entry.kind === 'first-code' || path === realPathOf(entry.path)) return true
    const urlRegex = urlPatternOf(entry.path)
    const { breakpointId } = await connection.send('Debugger.setBreakpointByUrl', { urlRegex, lineNumber: 0 })
    this.#entryBreakpoint = breakpointId
    return false
  }

  async #stepStop(event: PausedEvent, step: Step): Promise<Stop | undefined> {
    const isIdle = this.#topUrl(event) === IDLE_URL
    const command = isIdle && step.kind === 'pause' ? undefined : continueStep(step, this.#view(event))
    if (command !== undefined) {
      this.#lastMove = { kind: 'step', step: { ...step, extra: step.extra + 1 } }
      return this.#goOn(command)
    }
    if (step.kind === 'pause') return this.#stop(event, { reason: 'pause', description: 'paused' })
    return this.#stop(event, { reason: 'step', description: 'after a step' })
  }

  async #goOn(command: StepCommand): Promise<undefined> {
    if (this.#isEnding()) return undefined
    this.#state = { kind: 'running' }
    // V8 ignores a pause request while it is paused already. A request that came meanwhile must not be lost.
    await this.#parts.connection.send(
      `Debugger.${this.#isPausing() && command === 'resume' ? 'stepInto' : command}`,
      {},
    )
    return undefined
  }

  async #breakpointStop(event: PausedEvent): Promise<Stop | 'skip' | undefined> {
    const hit = this.#parts.breakpoints.hit(event.hitBreakpoints ?? [])
    const [call] = event.callFrames
    if (hit.length === 0 || call === undefined) return undefined
    const confirmed: number[] = []
    for (const one of hit) if (await this.#parts.breakpoints.confirms(one, call)) confirmed.push(one.id)
    if (confirmed.length === 0) return 'skip'
    return this.#stop(event, { reason: 'breakpoint', description: 'at a breakpoint', hitBreakpointIds: confirmed })
  }

  async #exceptionStop(event: PausedEvent): Promise<Stop | 'skip' | undefined> {
    const exception = thrownValue(event)
    if (exception === undefined) return undefined
    const { objectId } = exception.object
    const { isInternal, hasUserCode } = this.#view(event)
    const wasSeen = hasUserCode && objectId !== undefined && (await this.#parts.probe.markSeen(objectId))
    if (!stopsFor({ isUncaught: exception.isUncaught, isInternal, hasUserCode, wasSeen })) return 'skip'
    const text = thrownText(exception.object)
    const description = exception.isUncaught ? 'uncaught exception' : 'exception'
    return this.#stop(event, { reason: 'exception', description, text, exception })
  }

  /** The injected code has noticed that an exception ends the program. The stop shows where it was thrown. */
  async #uncaughtStop(event: PausedEvent): Promise<Stop | undefined> {
    const [call] = event.callFrames
    if (call === undefined || this.#topUrl(event) !== UNCAUGHT_URL) return undefined
    const { connection, scripts } = this.#parts
    const { callFrameId } = call
    const { result } = await connection.send('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'error' })
    const thrownAt = unwoundFrames(result.description ?? '', { call, scripts })
    return this.#stop(event, {
      reason: 'exception',
      description: 'uncaught exception (stack unwound)',
      text: thrownText(result),
      exception: { object: result, isUncaught: true },
      ...(thrownAt.length === 0 ? {} : { frames: thrownAt }),
    })
  }

  #stop(event: PausedEvent, about: Partial<Stop> & Pick<Stop, 'reason' | 'description'>): Stop {
    return { hitBreakpointIds: [], frames: framesOf(event, this.#parts.scripts), paused: event, ...about }
  }

  #topUrl({ callFrames: [call] }: PausedEvent): string | undefined {
    return call && this.#parts.scripts.get(call.location.scriptId)?.url
  }

  #view({ callFrames }: PausedEvent): StepView {
    const internals = callFrames.map(({ location }) => this.#parts.scripts.get(location.scriptId)?.isInternal ?? false)
    const [top] = callFrames
    return {
      isInternal: internals[0] ?? false,
      hasUserCode: internals.includes(false),
      depth: callFrames.length,
      scriptId: top?.location.scriptId ?? '',
      line: top?.location.lineNumber ?? -1,
      isAtReturn: top?.returnValue !== undefined,
    }
  }
}
