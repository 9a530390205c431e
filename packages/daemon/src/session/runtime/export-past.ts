import { exportRecording, type Recording } from '@dapplex/recording'
import type { RecorderOptions } from '../../recorder/session-recorder.js'

interface Export {
  readonly form: 'recording' | 'html'
  /** What must not leave this machine; undefined for a recording that was made elsewhere. */
  readonly secrets: RecorderOptions['secrets'] | undefined
}

/** What was recorded of the stops of a session, in one piece; undefined if they are not. */
export async function exportPast(
  recording: Recording | undefined,
  { form, secrets }: Export,
): Promise<Buffer | undefined> {
  const redact = (text: string) => (secrets === undefined ? text : String(secrets.redact(text)))
  return recording && exportRecording(recording, { form, isOfThisMachine: secrets !== undefined, redact })
}
