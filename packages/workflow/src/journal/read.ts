import { RecordCheck } from './record-check.js'
import type { WorkflowRecord } from '../state/record.js'

/** What a journal file held. `torn` is the number of characters after the last whole record. */
export interface JournalReading {
  readonly records: readonly WorkflowRecord[]
  readonly torn: number
}

/**
 * Reads NDJSON up to the first line that is not the next record: the last line of a file may be torn by a crash
 * (workflow 40), and nothing after a damaged line can be trusted to follow it. A compacted file begins with a later seq.
 */
export function readJournal(text: string): JournalReading {
  const records: WorkflowRecord[] = []
  const check = new RecordCheck()
  let read = 0
  for (const line of text.split('\n').slice(0, -1)) {
    const record = parseJson(line)
    const last = records.at(-1)?.seq
    if (!check.follows(record) || (last !== undefined && record.seq !== last + 1)) break
    records.push(record)
    read += line.length + 1
  }
  return { records, torn: text.length - read }
}

export const printRecord = (record: WorkflowRecord): string => `${JSON.stringify(record)}\n`

/** Undefined for a line that is not whole. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
