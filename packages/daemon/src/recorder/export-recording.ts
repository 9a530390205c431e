import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { DiskSources, NO_SOURCES, recordingPage, type Recording } from '@dapplex/recording'
import type { JournalSecrets } from '../journal/journal-line.js'

export interface Exporting {
  readonly form: 'recording' | 'html'
  /** Undefined for a recording that is shown: it may come from another machine, and name files of this one that nobody has run. */
  readonly secrets: JournalSecrets | undefined
}

/** A recording in one piece: its file, or the page that shows it, with the sources of this machine. */
export async function exportRecording(recording: Recording, { form, secrets }: Exporting): Promise<Buffer> {
  if (form === 'recording') return readFile(recording.path)
  const redact = (text: string) => (secrets === undefined ? text : String(secrets.redact(text)))
  const sources = secrets === undefined ? NO_SOURCES : new DiskSources()
  return Buffer.from(await recordingPage(recording, { sources, redact }))
}
