import { toolError, type AdapterCrash } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { testOutcome, type TestOutcome } from '../test-results/test-results.js'
import { breakpointsNotHit, type BreakpointNotHit } from './breakpoints-not-hit.js'
import { tail } from './recent-output.js'

const LAST_LINES = 12
const MOST_BYTES = 800
/** Enough to find the last lines in. */
const SEARCHED_BYTES = 16_384
/** How long the last output may take to arrive after the exit code. The session usually ends in milliseconds. */
const LAST_OUTPUT_MS = 1_000

/** How a program ended (`endFields` of the registry). */
export interface EndReport extends Partial<TestOutcome> {
  readonly exit_code?: number
  readonly exit_code_unknown?: string
  readonly signal?: string
  readonly stderr?: string
  readonly breakpoints_not_hit?: BreakpointNotHit[]
}

/**
 * The program has ended, or the session has.
 * @throws ToolError ADAPTER_CRASHED: the end of the adapter is no end of the program (mux 15)
 */
export async function describeEnd(on: SessionCall) {
  await untilAllIsSaid(on)
  const { crash } = on.view
  if (crash !== undefined) throw toolError('ADAPTER_CRASHED', { adapter: on.session.adapter.id, ...said(crash) })
  return present({ stopped: false, reason: 'exited', session_id: on.session.id, ...(await endReport(on)) })
}

const said = ({ reason, stderr }: AdapterCrash) => present({ reason, stderr: stderr === '' ? undefined : stderr })

/**
 * Some adapters tell the exit code before the last of the output, others after it, as a part of it, and none for a program that a
 * client has ended. When the adapter has gone, nothing comes any more.
 */
async function untilAllIsSaid(on: SessionCall): Promise<void> {
  const isOver = () => {
    const { phase, exitCode } = on.view
    return phase === 'ended' && (exitCode !== undefined || !mayComeLate(on))
  }
  if (isOver()) return
  const { timeoutMs } = on.call.rest()
  // A wait for an event ends with the session, and an exit code may come after that.
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const look = () => {
      if (isOver()) finish()
      else if (on.view.phase === 'ended') void on.session.gone().then(finish)
    }
    const timer = setTimeout(finish, Math.min(timeoutMs, LAST_OUTPUT_MS))
    const { stop } = on.session.subscribe(on.session.lastSeq(), look)
    look()
  })
}

/** It stands in the output of the adapter, or the program above this one tells it. */
const mayComeLate = ({ session, traits }: SessionCall): boolean =>
  traits.exitCodeOutput !== undefined || (session.parentId !== undefined && traits.childExits !== undefined)

export async function endReport(on: SessionCall) {
  const { exitCode, signal } = on.view
  const missed = await breakpointsNotHit(on)
  return present({
    ...(await testOutcome(on)),
    exit_code: exitCode,
    exit_code_unknown: exitCode === undefined ? whyUnknown(on) : undefined,
    signal,
    stderr: lastErrors(on),
    breakpoints_not_hit: missed.length === 0 ? undefined : missed,
  })
}

/** The system tells the exit code of a process to its parent alone (POSIX, waitpid), which is the program here. */
function whyUnknown({ session, view, traits }: SessionCall): string | undefined {
  if (view.phase !== 'ended' || session.parentId === undefined) return undefined
  const why =
    traits.childExits === undefined ? `${session.adapter.title} does not tell it` : 'it has not waited for this process'
  return `exit code unknown: only the process that started it can know it, and ${why}`
}

/** The last lines of this run's standard error, without the frames of the debugger itself. */
function lastErrors({ session, traits }: SessionCall): string | undefined {
  const { next } = session.output(Number.MAX_SAFE_INTEGER)
  const { pieces } = session.output(Math.max(session.digests.runBegan, next - SEARCHED_BYTES))
  const text = pieces.filter(({ category }) => category === 'stderr').map((piece) => piece.text)
  const lines = withoutFrames(text.join('').split(/\r?\n/), traits.presentation.debuggerLines)
  const last = lines.join('\n').trimEnd().split('\n').slice(-LAST_LINES).join('\n')
  return last.trim() === '' ? undefined : tail(last, MOST_BYTES)
}

/** Lines that fit a pattern go, and with each the lines below it that are indented deeper: the source text of a frame. */
export function withoutFrames(lines: readonly string[], patterns: readonly string[]): string[] {
  if (patterns.length === 0) return [...lines]
  const expressions = patterns.map((pattern) => new RegExp(pattern))
  let above: number | undefined
  return lines.filter((line) => {
    if (above !== undefined && indentOf(line) > above) return false
    above = expressions.some((one) => one.test(line)) ? indentOf(line) : undefined
    return above === undefined
  })
}

const indentOf = (line: string): number => line.length - line.trimStart().length
