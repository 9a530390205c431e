import { Buffer } from 'node:buffer'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, extname, basename } from 'node:path'
import { stateFolder, statePaths } from '@dapplex/daemon/files'
import type { Client } from '@dapplex/client'
import { fileFailure } from '@dapplex/protocol/plain'
import { CommandError, UsageError } from '../exit/command-error.js'
import { withClient } from '../daemon/open-client.js'
import { escapeLines, shown } from '../output/escape-text.js'
import { print, printJson, printMessage } from '../output/print.js'
import { bytesText } from '../recordings/bytes-text.js'
import { recordingPath } from '../recordings/recording-files.js'
import { writeOut } from './write-out.js'

type Format = 'recording' | 'html' | 'ndjson'

export interface ExportOptions {
  readonly out?: string
  readonly html?: boolean
  readonly format?: Format
  readonly json?: boolean
}

/** What was asked for, in one piece; `name` is that of the file by default, without its ending. */
interface Exported {
  readonly name: string
  readonly bytes: Buffer
  readonly incomplete: string | undefined
}

/** Writes one file of a session, or of a recording that is a file already. */
export async function runExport(session: string | undefined, options: ExportOptions): Promise<void> {
  const format = formatOf(options)
  const file = session === undefined || SESSION.test(session) ? undefined : recordingPath(session)
  if (session !== undefined && file === undefined && !SESSION.test(session))
    throw new CommandError(
      shown`there is no session and no recording ${session}; dapplex sessions and dapplex record list them`,
    )
  const exported = file === undefined ? await ofSession(session, format) : await ofFile(file, format)
  const { bytes, incomplete } = exported
  if (incomplete !== undefined) printMessage(shown`the end of the session is missing: ${incomplete}`)
  if (format === 'ndjson' && options.out === undefined) return print(escapeLines(bytes.toString().trimEnd()))
  const out = options.out ?? `${exported.name}.${format}`
  writeOut(out, bytes, options.out === undefined)
  if (options.json === true) printJson({ file: out, format, bytes: bytes.length }, 'line')
  else printMessage(shown`${out} is written: ${bytesText(bytes.length)}`)
}

const SESSION = /^s\d+$/
const FORMATS: Readonly<Record<string, Format>> = {
  '.recording': 'recording',
  '.html': 'html',
  '.htm': 'html',
  '.ndjson': 'ndjson',
}

function formatOf({ html, format, out }: ExportOptions): Format {
  if (html === true && format !== undefined && format !== 'html')
    throw new UsageError(`--html and --format ${format} do not go together`)
  if (html === true) return 'html'
  if (format !== undefined || out === undefined) return format ?? 'recording'
  const named = FORMATS[extname(out).toLowerCase()]
  if (named !== undefined) return named
  throw new UsageError(
    shown`the ending of ${out} names no format; write .recording, .html or .ndjson, or say it with --format`,
  )
}

interface Part {
  readonly text: string
  readonly encoding?: 'base64'
  readonly next?: number
  readonly incomplete?: string
  readonly _meta?: { readonly session_id?: string }
}

/** More than any recording has. */
const MOST_BYTES = 32 * 1024 * 1024

async function ofSession(session: string | undefined, format: Format): Promise<Exported> {
  const about = { format, ...(session === undefined ? {} : { session_id: session }) }
  return withClient({ name: 'dapplex export', kind: 'terminal', start: 'never' }, async (client) => {
    const parts = await partsOf(client, format === 'ndjson' ? about : { ...about, max_bytes: MOST_BYTES })
    const last = parts.at(-1)
    return {
      name: session ?? last?._meta?.session_id ?? 'session',
      bytes: Buffer.concat(parts.map(({ text, encoding }) => Buffer.from(text, encoding ?? 'utf8'))),
      incomplete: last?.incomplete,
    }
  })
}

async function partsOf(client: Client, about: Readonly<Record<string, unknown>>): Promise<readonly Part[]> {
  const parts: Part[] = []
  for (let start: number | undefined = 0; start !== undefined;) {
    const part = (await client.call('session_export', { ...about, start })) as unknown as Part
    parts.push(part)
    start = part.next
  }
  return parts
}

/** Sources of this machine are shown with a recording of this machine only: another one could name any file here. */
async function ofFile(path: string, format: Format): Promise<Exported> {
  if (format === 'ndjson')
    throw new UsageError('a recording has no messages with the adapter; --format ndjson takes a session')
  const name = basename(path, '.recording')
  const { exportRecording, Recording } = await import('@dapplex/recording')
  const { makeRedactor } = await import('@dapplex/workflow')
  const redactor = makeRedactor(process.env)
  const redact = (text: string) => String(redactor(text).value)
  const isOfThisMachine = realpathOr(dirname(path)) === realpathOr(statePaths(stateFolder(process.env)).recordings)
  // A copy needs nothing of what is in it.
  if (format === 'recording' && !isOfThisMachine) return { name, bytes: read(path), incomplete: undefined }
  const recording = await Recording.open(path)
  const bytes = await exportRecording(recording, { form: format, isOfThisMachine, redact })
  recording.close()
  return { name, bytes, incomplete: recording.damage }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandError(shown`${path} cannot be read: ${fileFailure(error)}`)
  }
}

function realpathOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
