import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import {
  DiskSources,
  exportWithSources,
  NO_SOURCES,
  recordedSources,
  recordingPage,
  type Recording,
} from '@dapplex/recording'
import type { JournalSecrets } from '../journal/journal-line.js'

export interface Exporting {
  readonly form: 'recording' | 'html'
  /** Undefined for a recording that is shown: it may come from another machine, and name files of this one that nobody has run. */
  readonly secrets: JournalSecrets | undefined
}

/** A recording in one piece: its file, or the page that shows it. Both with the sources of this machine, where it is one of it. */
export async function exportRecording(recording: Recording, { form, secrets }: Exporting): Promise<Buffer> {
  const redact = (text: string) => (secrets === undefined ? text : String(secrets.redact(text)))
  const disk = secrets === undefined ? undefined : new DiskSources()
  if (form === 'recording')
    return disk === undefined ? readFile(recording.path) : exportWithSources(recording, { sources: disk, redact })
  const sources = recordedSources(recording, disk ?? NO_SOURCES)
  return Buffer.from(await recordingPage(recording, { sources, redact }))
}
