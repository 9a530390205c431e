import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Recording } from '@dapplex/recording'
import { readJournal } from '../../src/journal/read-journal.js'
import type { FaultSession } from './session.js'
import type { FaultWorld } from './world.js'

/** What is on disk of a session that has ended: its journal can be read, and its recording has every stop that was told but the last. */
export async function checkFiles(world: FaultWorld, { id, told, subject }: FaultSession): Promise<void> {
  const { home } = world.daemon
  const recording = fileOf(join(home, 'recordings'), `-${id}.recording`)
  const journal = fileOf(join(home, 'sessions'), `-${id}.ndjson`)
  // One that was begun while the disk was full was not begun.
  if (recording !== undefined && !world.isSpoiled(id)) {
    const read = await Recording.open(recording)
    const missing = Array.from({ length: told - 1 }, (_, at) => at + 1).filter((stop) => !read.stopIds.includes(stop))
    if (missing.length > 0)
      world.problem(
        `the recording of ${subject.adapter} lacks the stops ${missing.join()} of ${told}: ${read.damage ?? ''}`,
      )
    read.close()
  }
  if (journal === undefined) return
  const { header, entries } = readJournal(journal)
  if (header.session !== id) world.problem(`the journal of ${id} is that of ${header.session}`)
  for (const entry of entries) if (typeof entry.now !== 'number') world.problem(`the journal of ${id} has a wrong line`)
}

function fileOf(folder: string, end: string): string | undefined {
  const found = readdirSync(folder).find((name) => name.endsWith(end))
  return found === undefined ? undefined : join(folder, found)
}
