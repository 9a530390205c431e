/** A file that is no recording, or one that cannot be read. Its message is a sentence for people. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}
