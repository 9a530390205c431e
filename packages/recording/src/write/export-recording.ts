import { Buffer } from 'node:buffer'
import { recordingPage } from '../page/page.js'
import { DiskSources, NO_SOURCES, recordedSources } from '../page/sources.js'
import type { Recording } from '../read/recording.js'
import { exportWithSources } from './export-with-sources.js'

export interface Exporting {
  readonly form: 'recording' | 'html'
  /** Whether it was recorded here. Another one may name files of this machine that nobody has run, so no source is read for it. */
  readonly isOfThisMachine: boolean
  /** Masks secrets in a text. */
  readonly redact: (text: string) => string
}

/** A recording in one piece: its file, or the page that shows it. Both with the sources of this machine, where it is one of it. */
export async function exportRecording(
  recording: Recording,
  { form, isOfThisMachine, redact }: Exporting,
): Promise<Buffer> {
  const disk = isOfThisMachine ? new DiskSources() : undefined
  if (form === 'recording')
    return disk === undefined ? recording.allBytes() : exportWithSources(recording, { sources: disk, redact })
  const sources = recordedSources(recording, disk ?? NO_SOURCES)
  return Buffer.from(await recordingPage(recording, { sources, redact }))
}
