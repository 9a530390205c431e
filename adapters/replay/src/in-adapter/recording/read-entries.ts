import { decodeMessage, isJsonObject, type DapMessage, type JsonObject } from '@dapplex/protocol/dap'

/** One recorded message: `out` was sent to the adapter, `in` came from it. */
export interface Entry {
  readonly direction: 'in' | 'out'
  readonly message: DapMessage
}

export interface Entries {
  readonly header: JsonObject
  readonly entries: readonly Entry[]
}

/** A recording cannot be read: names the line (from 1) and why. */
export class DamagedRecording extends Error {
  override readonly name = 'DamagedRecording'
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`line ${line}: ${reason}`)
  }
}

/**
 * Reads a recording: a header line `{"transcript": 1, …}`, then one `{t, dir: "in" | "out", m}` a line, `m` a DAP message.
 * @throws DamagedRecording for the first line that is not that
 */
export function readEntries(text: string): Entries {
  const [first = '', ...rest] = text.split('\n')
  const header = readObject(first, 1)
  if ('journal' in header)
    throw new DamagedRecording(
      1,
      'this is the journal of a session; `dapplex export SESSION --out FILE` makes a recording',
    )
  if (header['transcript'] !== 1)
    throw new DamagedRecording(
      1,
      'a recording starts with {"transcript": 1, …}; this is not one, or of a later version',
    )
  const entries = rest.flatMap((line, index) => (line.trim() === '' ? [] : [readEntry(line, index + 2)]))
  if (entries.length === 0) throw new DamagedRecording(1, 'the recording has no messages')
  return { header, entries }
}

function readEntry(text: string, line: number): Entry {
  const { dir, m } = readObject(text, line)
  if (dir !== 'in' && dir !== 'out') throw new DamagedRecording(line, '"dir" must be "in" or "out"')
  const decoded = decodeMessage(m)
  if (decoded.kind === 'malformed') throw new DamagedRecording(line, `"m" is no DAP message: ${decoded.why}`)
  return { direction: dir, message: decoded.message }
}

function readObject(text: string, line: number): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new DamagedRecording(line, `not JSON (${error instanceof Error ? error.message : String(error)})`)
  }
  if (!isJsonObject(value)) throw new DamagedRecording(line, 'not a JSON object')
  return value
}
