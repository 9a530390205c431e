import { Buffer, isAscii } from 'node:buffer'
import { isJsonObject } from '@dapplex/protocol'

/** Masks secrets in a line. `mayHide` is a cheap check: when it returns false, the line certainly holds none. */
export interface JournalSecrets {
  readonly mayHide: (json: string) => boolean
  readonly redact: (value: unknown) => unknown
}

/** Escapes that JSON.stringify writes for few characters or never: a secret may hide behind them. */
const ESCAPES = ['\\u', '\\/']

/** A page of a journal with secrets masked. Most pages hold none, which one search over all of it tells. */
export function maskPage(page: Buffer, secrets: JournalSecrets): Buffer {
  const text = page.toString(isAscii(page) ? 'latin1' : 'utf8')
  if (!isSuspect(text, secrets)) return page
  const lines = text.slice(0, -1).split('\n')
  return Buffer.from(lines.map((line) => `${isSuspect(line, secrets) ? maskLine(line, secrets) : line}\n`).join(''))
}

const isSuspect = (text: string, { mayHide }: JournalSecrets): boolean =>
  ESCAPES.some((escape) => text.includes(escape)) || mayHide(text)

/** Only messages hold what the program says. */
function maskLine(line: string, { mayHide, redact }: JournalSecrets): string {
  const entry: unknown = JSON.parse(line)
  if (!isJsonObject(entry) || !('message' in entry)) return line
  const { message } = entry
  const isHidden = mayHide(JSON.stringify(message))
  return JSON.stringify({ ...entry, message: isHidden ? redact(message) : message })
}
