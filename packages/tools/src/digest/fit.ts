import { Buffer } from 'node:buffer'
import { bytesOf } from '../result/with-bytes.js'
import type { Digest, Omitted } from './digest.js'
import { tail } from './recent-output.js'

/** A result whose parts can be left out. */
interface Fitting extends Digest {
  readonly breakpoints?: readonly object[]
  readonly breakpoints_not_hit?: readonly object[]
  readonly failures?: readonly object[]
  readonly stderr?: string
  readonly message?: string
}

/** The result with a little less of one part; undefined if there is no more to leave out. */
type Step = <T extends Fitting>(result: T) => T | undefined

const SHORTEST_OUTPUT = 100
const SHORTEST_TEXT = 120

/** Leaves out what matters least until a result has at most so many bytes as JSON, and counts it in `omitted`. */
export function fit<T extends Fitting>(result: T, maxBytes: number): T {
  let fitted = result
  for (const step of STEPS)
    while (bytesOf(fitted) > maxBytes) {
      const less = step(fitted)
      if (less === undefined) break
      fitted = less
    }
  return fitted
}

type Counted = Exclude<keyof Omitted, 'late'>

const counted = (result: Fitting, name: Counted, more: number): { omitted: Omitted } => ({
  omitted: { ...result.omitted, [name]: (result.omitted?.[name] ?? 0) + more },
})

const lessCallers: Step = (result) => {
  const { callers = [] } = result
  if (callers.length === 0) return undefined
  return { ...result, callers: callers.slice(0, -1), ...counted(result, 'callers', 1) }
}

const lessMembers: Step = (result) => {
  const { values = [] } = result
  const last = values.findLastIndex(({ members }) => members !== undefined)
  const { members = [], ...bare } = values[last] ?? {}
  if (!('name' in bare)) return undefined
  return { ...result, values: values.with(last, bare), ...counted(result, 'members', members.length) }
}

const lessOutput: Step = (result) => {
  const { output } = result
  const bytes = output === undefined ? 0 : Buffer.byteLength(output.text)
  if (output === undefined || bytes <= SHORTEST_OUTPUT) return undefined
  const text = tail(output.text, Math.max(SHORTEST_OUTPUT, Math.floor(bytes / 2)))
  return { ...result, output: { text, more: (output.more ?? 0) + bytes - Buffer.byteLength(text) } }
}

/** What has changed stays longest. */
const lessValues: Step = (result) => {
  const { values = [] } = result
  const unchanged = values.findLastIndex(({ changed }) => changed !== true)
  const last = unchanged === -1 ? values.length - 1 : unchanged
  return last < 0 ? undefined : { ...result, values: values.toSpliced(last, 1), ...counted(result, 'values', 1) }
}

/** The line itself is the last that is left. */
const lessSource: Step = (result) => {
  const { source_lines: lines = [] } = result
  if (lines.length <= 1) return undefined
  const isFirst = /^\d+>/.test(lines[0] ?? '')
  const left = isFirst ? lines.slice(0, -1) : lines.slice(1)
  return { ...result, source_lines: left, ...counted(result, 'source_lines', 1) }
}

const lessStack: Step = (result) => {
  const { stack = [] } = result
  if (stack.length <= 1) return undefined
  return { ...result, stack: stack.slice(0, -1), ...counted(result, 'stack', 1) }
}

const lessBreakpoints: Step = (result) => {
  const { breakpoints_not_hit: missed = [], breakpoints = [] } = result
  if (breakpoints.length > 0)
    return { ...result, breakpoints: breakpoints.slice(0, -1), ...counted(result, 'breakpoints', 1) }
  if (missed.length === 0) return undefined
  return { ...result, breakpoints_not_hit: missed.slice(0, -1), ...counted(result, 'breakpoints', 1) }
}

const lessFailures: Step = (result) => {
  const { failures = [] } = result
  if (failures.length <= 1) return undefined
  return { ...result, failures: failures.slice(0, -1), ...counted(result, 'failures', 1) }
}

const lessStderr: Step = (result) => {
  const { stderr = '' } = result
  const bytes = Buffer.byteLength(stderr)
  if (bytes <= SHORTEST_TEXT) return undefined
  return { ...result, stderr: tail(stderr, Math.max(SHORTEST_TEXT, Math.floor(bytes / 2))) }
}

const shorterTexts: Step = (result) => {
  const { exception, message = '' } = result
  const long = exception?.message ?? ''
  if (exception !== undefined && (long.length > SHORTEST_TEXT || exception.chain !== undefined)) {
    const { chain: _chain, ...own } = exception
    return { ...result, exception: { ...own, message: `${long.slice(0, SHORTEST_TEXT)}…` } }
  }
  return message.length > 2 * SHORTEST_TEXT ? { ...result, message: `${message.slice(0, SHORTEST_TEXT)}…` } : undefined
}

const STEPS: readonly Step[] = [
  lessCallers,
  lessMembers,
  lessOutput,
  lessStack,
  lessValues,
  lessSource,
  lessStderr,
  lessBreakpoints,
  lessFailures,
  shorterTexts,
]
