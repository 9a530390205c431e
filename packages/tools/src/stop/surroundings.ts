import { textIn } from '@dapplex/protocol'
import { SessionCall } from '../call/session-call.js'
import type { CallLimits } from '../call/call-limits.js'
import { present } from '../result/present.js'
import { readLines, splitLines } from '../sources/local-file.js'
import { readChildren } from '../variables/read-children.js'
import { hasVariables, readScopes, type Scope } from '../variables/scopes.js'
import type { Frame } from './frame.js'

/** What makes one call enough to go on from: all of it is left out where the adapter does not give it. */
export interface Surroundings {
  readonly source_lines?: { readonly line: number; readonly text: string; readonly is_current?: true }[]
  readonly locals?: string[]
  readonly locals_truncated?: true
}

/** Reading must not hold up the answer to a step. */
const READING_MS = 1_000
const LINES_BEFORE = 3
const LINES_AFTER = 2
const LONGEST_LINE = 160
const MOST_NAMES = 40
const LONGEST_NAME = 80
/** A file that is larger was made by a program: reading it costs more than its lines are worth. */
const MOST_BYTES = 2 * 1024 * 1024

/** The lines around a frame's place and the names of its variables. Never fails, and takes a second at most. */
export async function readSurroundings(on: SessionCall, frame: Frame): Promise<Surroundings> {
  const hurried = new SessionCall(limitedTo(on.call, READING_MS), on.session)
  const [lines, names] = await Promise.all([
    sourceLines(hurried, frame).catch(() => undefined),
    localNames(hurried, frame).catch(() => undefined),
  ])
  return present({
    source_lines: lines,
    locals: names?.slice(0, MOST_NAMES).map((name) => cut(name, LONGEST_NAME)),
    locals_truncated: names !== undefined && names.length > MOST_NAMES ? (true as const) : undefined,
  })
}

async function sourceLines(on: SessionCall, frame: Frame): Promise<Surroundings['source_lines']> {
  const { line: current } = frame
  const lines = current === undefined ? undefined : await textOf(on, frame)
  if (current === undefined || lines === undefined || current > lines.length) return undefined
  const first = Math.max(1, current - LINES_BEFORE)
  return lines.slice(first - 1, current + LINES_AFTER).map((text, index) => {
    const line = first + index
    return present({ line, text: cut(text, LONGEST_LINE), is_current: line === current ? (true as const) : undefined })
  })
}

/** A reference means that the file, if there is one, is not what runs (DAP, "Source"). */
async function textOf(on: SessionCall, frame: Frame): Promise<readonly string[] | undefined> {
  const { path, sourceName: name, sourceReference } = frame
  if (sourceReference === undefined) return path === undefined ? undefined : readLines(path, MOST_BYTES)
  const answer = await on.send('source', { source: present({ path, name, sourceReference }), sourceReference })
  const content = answer.success ? textIn(answer.body, 'content') : undefined
  return content === undefined ? undefined : splitLines(content)
}

/** Arguments and locals; at the top level of a file, where there are none, what the adapter shows instead. */
async function localNames(on: SessionCall, { id }: Frame): Promise<readonly string[]> {
  const scopes = (await readScopes(on, id)).filter(hasVariables)
  const own = scopes.filter(({ kind }) => kind === 'arguments' || kind === 'locals')
  const shown = own.length > 0 ? own : scopes.filter(({ kind }) => kind === 'outer').slice(0, 1)
  const names = await Promise.all(shown.map((scope) => namesIn(on, scope)))
  return [...new Set(names.flat())]
}

async function namesIn(on: SessionCall, scope: Scope): Promise<readonly string[]> {
  const { rows } = await readChildren(on, scope, { start: 0, count: MOST_NAMES + 1 })
  return rows.map(({ name }) => name)
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

function limitedTo(call: CallLimits, ms: number): CallLimits {
  const { tool, context, timeoutMs } = call
  const end = context.now() + ms
  return {
    tool,
    context,
    timeoutMs,
    rest: () => {
      const rest = call.rest()
      return { ...rest, timeoutMs: Math.max(1, Math.min(rest.timeoutMs, end - context.now())) }
    },
    extend: (more) => call.extend(more),
    demandRole: (needed, what) => call.demandRole(needed, what),
  }
}
