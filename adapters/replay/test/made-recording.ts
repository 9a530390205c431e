import type { JsonObject } from '@dapplex/protocol'
import { foldRecording } from '../src/in-adapter/recording/fold-recording.js'
import { readEntries } from '../src/in-adapter/recording/read-entries.js'
import type { Recording } from '../src/in-adapter/recording/recording.js'

/** A line of a made recording: an event, a question with its answer, or one that was refused. */
export type Line =
  | readonly ['in', string, JsonObject]
  | readonly ['ask', string, JsonObject, JsonObject]
  | readonly ['refuse', string, JsonObject, string]

/** A recording as its file would be read. */
export const recordingOf = (lines: readonly Line[]): Recording => foldRecording(readEntries(textOf(lines)))

function textOf(lines: readonly Line[]): string {
  const messages = lines.flatMap((line, index) => messagesOf(line, index + 1))
  return [{ transcript: 1, adapter: 'made' }, ...messages].map((one) => JSON.stringify(one)).join('\n')
}

function messagesOf(line: Line, seq: number): JsonObject[] {
  if (line[0] === 'in') return [{ t: seq, dir: 'in', m: { seq, type: 'event', event: line[1], body: line[2] } }]
  const [kind, command, args, said] = line
  const answer = kind === 'ask' ? { success: true, body: said } : { success: false, message: said }
  return [
    { t: seq, dir: 'out', m: { seq, type: 'request', command, arguments: args } },
    { t: seq, dir: 'in', m: { seq, type: 'response', request_seq: seq, command, ...answer } },
  ]
}
