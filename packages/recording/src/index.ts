export type {
  FileRecord,
  RecordedEvent,
  RecordedOutput,
  RecordedRow,
  RecordedRows,
  RecordedScope,
  RecordedSource,
  RecordedStop,
  RecordedThreads,
  RecordingHeader,
  Ref,
  Who,
} from './format/records.js'
export { MOST_PAGE_BYTES, recordingPage, type PageOptions } from './page/page.js'
export { NO_SOURCES, type Sources } from './page/sources.js'
export { Recording, type PastStop } from './read/recording.js'
export { beginningOf, readHeader } from './read/read-header.js'
export { worthOf } from './read/scan-file.js'
export { RecordingError } from './read/recording-error.js'
export { readCondition, wasMet, type Condition } from './conditions/condition.js'
export { findPath, frameAt, framesOfStop } from './serve/find-path.js'
export { StopAnswers, type PastAnswer } from './serve/stop-answers.js'
export { limitsFor, RecordingWriter, WRITER_LIMITS, type WriterLimits } from './write/recording-writer.js'
export { exportRecording } from './write/export-recording.js'
