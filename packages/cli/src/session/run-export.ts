import { Buffer } from 'node:buffer'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, extname, basename } from 'node:path'
import { stateFolder, statePaths } from '@dapplex/daemon/files'
import type { Client } from '@dapplex/client'
import { CommandError, UsageError } from '../exit/command-error.js'
import { withClient } from '../daemon/open-client.js'
import { escapeLines, shown } from '../output/escape-text.js'
import { print, printJson, printMessage } from '../output/print.js'
import { bytesText } from '../recordings/bytes-text.js'
import { recordingPath } from '../recordings/recording-files.js'

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
  write(out, bytes, options.out === undefined)
  if (options.json === true) printJson({ file: out, format, bytes: bytes.length }, 'line')
  else printMessage(shown`${out} is written: ${bytesText(bytes.length)}`)
}

const SESSION = /^s\d+$/
const FORMATS: Readonly<Record<string, Format>> = { '.html': 'html', '.htm': 'html', '.ndjson': 'ndjson' }

function formatOf({ html, format, out }: ExportOptions): Format {
  if (html === true && format !== undefined && format !== 'html')
    throw new UsageError(`--html and --format ${format} do not go together`)
  if (html === true) return 'html'
  return format ?? (out === undefined ? undefined : FORMATS[extname(out).toLowerCase()]) ?? 'recording'
}

/** It holds values of the program: only this user may read it. A name that nobody has given is never written over. */
function write(out: string, bytes: Buffer, isNew: boolean): void {
  try {
    writeFileSync(out, bytes, { mode: 0o600, flag: isNew ? 'wx' : 'w' })
  } catch (error) {
    if (!isNew || !(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new CommandError(shown`${out} is there already; give another name with --out FILE`)
  }
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
  const isOfThisMachine = realpathSync(dirname(path)) === realpathOr(statePaths(stateFolder(process.env)).recordings)
  // A copy needs nothing of what is in it.
  if (format === 'recording' && !isOfThisMachine) return { name, bytes: readFileSync(path), incomplete: undefined }
  const bytes = await exportRecording(await Recording.open(path), { form: format, isOfThisMachine, redact })
  return { name, bytes, incomplete: undefined }
}

function realpathOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
