import { readFileSync } from 'node:fs'
import { fileFailure } from '@dapplex/protocol'
import { foldRecording } from './fold-recording.js'
import { DamagedRecording, readEntries } from './read-entries.js'
import type { Recording } from './recording.js'

/**
 * Reads a recording from a file.
 * @throws Error that names the file, and for a damaged one the line and the reason
 */
export function openRecording(file: string): Recording {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`Recording ${file} cannot be read: ${fileFailure(error)}`, {
      cause: error,
    })
  }
  try {
    return foldRecording(readEntries(text))
  } catch (error) {
    if (error instanceof DamagedRecording)
      throw new Error(`Recording ${file} is damaged: ${error.message}`, { cause: error })
    throw error
  }
}
