import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Entry } from '../dap/entry.js'
import { FIXTURES } from '../machine/programs.js'
import { StableIds, type StableOptions } from './stable-ids.js'

/** If set to 1, goldens are written instead of compared. Nothing else writes goldens. */
const UPDATE = 'DAPPLEX_UPDATE_GOLDENS'

export interface GoldenOptions extends StableOptions {
  /** Which messages to leave out, for example output that arrives in any number of pieces. */
  readonly keep?: (entry: Entry) => boolean
  /** Folder of the goldens; `fixtures/golden/` by default. */
  readonly folder?: string
}

/**
 * The messages as text, one a line: `<- event stopped {"reason":"breakpoint","threadId":"thread#1"}`, without `seq` and times,
 * ids as in `StableIds`. The order is that of the timeline.
 */
export function goldenText(entries: readonly Entry[], options: GoldenOptions = {}): string {
  const ids = new StableIds({ folders: { '<fixtures>': FIXTURES, ...options.folders } })
  return entries
    .filter(options.keep ?? (() => true))
    .map((entry) => `${lineOf(entry, ids)}\n`)
    .join('')
}

/**
 * Compares with `fixtures/golden/<name>.txt`.
 * @throws Error if it differs, with the first line that does, or if there is no such file
 */
export function expectGolden(name: string, text: string, options: GoldenOptions = {}): void {
  const path = `${options.folder ?? `${FIXTURES}golden/`}${name}.txt`
  if (process.env[UPDATE] === '1') {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return
  }
  const advice = `look at it, and run again with ${UPDATE}=1 if it is right`
  if (!existsSync(path)) throw new Error(`no golden ${name} (${path}); ${advice}. It would be:\n${text}`)
  const want = readFileSync(path, 'utf8')
  if (want !== text) throw new Error(`golden ${name} differs ${firstDifference(want, text)}\n${advice}`)
}

function lineOf({ dir, message }: Entry, ids: StableIds): string {
  const arrow = dir === 'in' ? '<-' : '->'
  const { type, ...rest } = message
  const {
    seq: _seq,
    request_seq: _requestSeq,
    command,
    event,
    body,
    arguments: args,
    ...others
  } = rest as Record<string, unknown>
  const parts = [body ?? args, Object.keys(others).length === 0 ? undefined : others]
  const shown = parts.flatMap((part) => (part === undefined ? [] : [JSON.stringify(ids.replace(part))]))
  return [arrow, type, command ?? event, ...shown].join(' ')
}

function firstDifference(want: string, got: string): string {
  const [wanted, gotten] = [want.split('\n'), got.split('\n')]
  const index = wanted.findIndex((line, i) => line !== gotten[i])
  const at = index === -1 ? wanted.length : index
  return `at line ${at + 1}:\n  want ${wanted[at] ?? '(the end)'}\n  got  ${gotten[at] ?? '(the end)'}`
}
