import type { JournalFolder } from '../../journal/journal-folder.js'
import type { RecordingFolder } from '../../recorder/recording-folder.js'
import type { RecorderOptions } from '../../recorder/session-recorder.js'
import type { RuntimeOptions } from '../runtime/runtime-options.js'
import { journalHeader, recordingHeader, type About } from './file-headers.js'

export interface FileFolders {
  /** Undefined: sessions are not recorded on disk. */
  readonly journals?: JournalFolder
  /** Undefined: their stops are not recorded either. */
  readonly recordings?: Pick<RecorderOptions, 'secrets' | 'stopMs'> & { readonly folder: RecordingFolder }
}

/** What is written of a session. */
interface SessionFiles extends Pick<RuntimeOptions, 'journal' | 'recorder'> {
  /** Why its stops are not recorded although they should be, for its clients. */
  readonly trouble?: string
}

/**
 * Begins the two files of a session. A recording that is shown is not recorded once more, nor a file that proves to be none: both would
 * push out what was recorded.
 * @param recorder whether the user, or the workspace, wants the stops to be recorded
 */
export function openFiles(
  { journals, recordings }: FileFolders,
  { about, workspace, recorder }: { about: About; workspace: string | undefined; recorder: 'on' | 'off' },
): SessionFiles {
  if (about.module.hooks?.showsRecording !== undefined) return { journal: undefined, recorder: undefined }
  const journal = journals?.open(journalHeader(about))
  if (recorder === 'off' || recordings === undefined) return { journal, recorder: undefined }
  const { folder, ...how } = recordings
  const opened = folder.open(recordingHeader(about, workspace))
  return typeof opened === 'string'
    ? { journal, recorder: undefined, trouble: `dapplex does not record this session: ${opened}` }
    : { journal, recorder: { ...how, writer: opened } }
}
