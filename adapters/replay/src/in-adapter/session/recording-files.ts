import { readHeader } from '@dapplex/recording'
import { openFlight } from '../flight/open-flight.js'
import { openRecording } from '../recording/open-recording.js'
import type { Recording } from '../recording/recording.js'

/** Recordings by their files: those of the flight recorder, and the messages that `dapplex export` writes. */
export class RecordingFiles {
  readonly #opened = new Map<string, Recording | Error>()

  /** Reads the file of a launch if that takes time. It never rejects: `open` tells what is wrong. */
  async prepare(file: string): Promise<void> {
    if (!file.endsWith('.recording') && readHeader(file) === undefined) return
    this.#opened.set(
      file,
      await openFlight(file).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    )
  }

  /** @throws Error with a sentence for people */
  open(file: string): Recording {
    const opened = this.#opened.get(file)
    if (opened instanceof Error) throw opened
    return opened ?? openRecording(file)
  }
}
