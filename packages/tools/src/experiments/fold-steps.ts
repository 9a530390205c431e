import { changeText, type Change, type Step } from './trace-steps.js'

/** Passes of a loop that are shown in full. */
const SHOWN_PASSES = 3
/** So few passes are shown instead. */
const FEWEST_FOLDED = 2

/** A row between the lines, such as a call that was followed. */
export interface Nested<T> {
  readonly nested: T
}
export type Traced<T> = Step | Nested<T>

const isNested = <T>(one: Traced<T>): one is Nested<T> => 'nested' in one
const lineOf = <T>(one: Traced<T>): number | undefined => (isNested(one) ? undefined : one.line)

/**
 * The rows of a call: one for each line that changed something. The passes of a loop after the third are one row, as long as they
 * go over lines in an order that a pass before has gone; a pass with the flag is shown in full.
 */
export function foldSteps<T>(steps: readonly Traced<T>[]): (string | T)[] {
  const start = loopStart(steps)
  if (start === undefined) return rowsOf(steps)
  const head = lineOf(steps[start] as Traced<T>)
  const passes = splitAt(steps.slice(start), head)
  const rows: (string | T)[] = rowsOf(steps.slice(0, start))
  const seen = new Set<string>()
  let folded: { readonly from: number; readonly passes: (readonly Traced<T>[])[] } | undefined
  const show = (pass: readonly Traced<T>[], number: number) => {
    const [first, ...rest] = pass
    rows.push(...(first === undefined ? [] : rowsOf([first], number)), ...foldRest(rest, number))
  }
  const flush = () => {
    const { from, passes: all } = folded ?? { from: 0, passes: [] }
    folded = undefined
    if (all.length < FEWEST_FOLDED) all.forEach((pass, index) => show(pass, from + index))
    else rows.push(foldedRow(from, all.flat(), all.length))
  }
  passes.forEach((pass, index) => {
    const path = pathOf(pass)
    const isShown = index < SHOWN_PASSES || !seen.has(path) || pass.some((one) => !isNested(one) && one.isFlagged)
    seen.add(path)
    if (!isShown) {
      folded ??= { from: index + 1, passes: [] }
      folded.passes.push(pass)
      return
    }
    flush()
    show(pass, index + 1)
  })
  flush()
  return rows
}

/** A loop inside a pass folds too. */
function foldRest<T>(rest: readonly Traced<T>[], pass: number): (string | T)[] {
  return loopStart(rest) === undefined ? rowsOf(rest, pass) : foldSteps(rest)
}

/** Which pass of the loop around it a step belongs to; undefined outside of a loop. */
export function passOf<T>(steps: readonly Traced<T>[], index: number): number | undefined {
  const start = loopStart(steps)
  if (start === undefined || index < start) return undefined
  const head = lineOf(steps[start] as Traced<T>)
  return splitAt(steps.slice(start, index + 1), head).length
}

/** The index of the first line that runs again later. */
function loopStart<T>(steps: readonly Traced<T>[]): number | undefined {
  const counts = new Map<number, number>()
  for (const one of steps) {
    const line = lineOf(one)
    if (line !== undefined) counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  const start = steps.findIndex((one, index) => {
    const line = lineOf(one)
    // A line that ran twice in a row, as a debugger stops twice at a long statement, is no loop.
    return line !== undefined && (counts.get(line) ?? 0) > 1 && isRunAgain(steps, index, line)
  })
  return start === -1 ? undefined : start
}

function isRunAgain<T>(steps: readonly Traced<T>[], index: number, line: number): boolean {
  const again = steps.findIndex((one, at) => at > index && lineOf(one) === line)
  return again > index + 1 || steps.filter((one) => lineOf(one) === line).length > SHOWN_PASSES
}

function splitAt<T>(steps: readonly Traced<T>[], head: number | undefined): Traced<T>[][] {
  const passes: Traced<T>[][] = []
  // A debugger stops more than once at the head of a loop: at its step and at its test.
  const isOneLine = steps.every((one) => lineOf(one) === head) || longestRun(steps, head) > SHOWN_PASSES
  let previous: number | undefined
  for (const one of steps) {
    const line = lineOf(one)
    if (passes.length === 0 || (line === head && (isOneLine || previous !== head))) passes.push([])
    passes.at(-1)?.push(one)
    previous = line
  }
  return passes
}

/** How often a line runs in a row at most: the body of a loop of one line has others behind it. */
function longestRun<T>(steps: readonly Traced<T>[], line: number | undefined): number {
  let [longest, run] = [0, 0]
  for (const one of steps) {
    run = lineOf(one) === line ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** The lines of a pass in the order in which each first ran: an inner loop may turn more or less often. */
const pathOf = <T>(pass: readonly Traced<T>[]): string => [...new Set(pass.map(lineOf))].join(' ')

function rowsOf<T>(steps: readonly Traced<T>[], pass?: number): (string | T)[] {
  const rows: (string | T)[] = []
  for (const one of steps) {
    if (isNested(one)) rows.push(one.nested)
    else if (one.changes.length > 0 || one.isFlagged === true) rows.push(stepText(one, pass))
  }
  return rows
}

function stepText({ line, changes, isFlagged }: Step, pass: number | undefined): string {
  const what = changes.length === 0 ? '' : `: ${changes.map(changeText).join(', ')}`
  const flag = isFlagged === true ? ` (flag${pass === undefined ? '' : `, pass ${pass}`})` : ''
  return `line ${line ?? '?'}${what}${flag}`
}

/** Many passes as one row: what each variable was before them and is after them. */
function foldedRow<T>(from: number, steps: readonly Traced<T>[], count: number): string {
  const lines = [...new Set(steps.flatMap((one) => lineOf(one) ?? []))].sort((a, b) => a - b)
  const merged = new Map<string, Change>()
  for (const one of steps)
    for (const change of isNested(one) ? [] : one.changes) {
      const { before } = merged.get(change.name) ?? change
      merged.set(change.name, { name: change.name, after: change.after, ...(before === undefined ? {} : { before }) })
    }
  const [first = 0] = lines
  const last = lines.at(-1) ?? first
  const place = first === last ? `line ${first}` : `lines ${first}-${last}`
  const changes = [...merged.values()].map(changeText).join(', ')
  return `${place} × ${count} (passes ${from}-${from + count - 1})${changes === '' ? '' : `: ${changes}`}`
}
