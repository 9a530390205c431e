import { readFileSync } from 'node:fs'
import { isJsonObject } from '@dapplex/protocol'
import type { JournalEntry, JournalHeader } from './journal-line.js'

export interface Journal {
  readonly header: JournalHeader
  /** Read one at a time. */
  readonly entries: Iterable<JournalEntry>
}

/** Reads a journal of the daemon. A last line cut off by a power failure is skipped. @throws Error for any other file */
export function readJournal(path: string): Journal {
  const [first = '', ...rest] = readFileSync(path, 'utf8').split('\n')
  const header: unknown = JSON.parse(first)
  if (!isJsonObject(header) || header['journal'] !== 1) throw new Error(`${path} is not a session journal`)
  return { header: header as unknown as JournalHeader, entries: parseEach(rest.slice(0, -1)) }
}

function* parseEach(lines: readonly string[]): Generator<JournalEntry> {
  for (const line of lines) yield JSON.parse(line) as JournalEntry
}
