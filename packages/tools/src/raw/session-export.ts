import { Buffer } from 'node:buffer'
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { extname, isAbsolute } from 'node:path'
import { fileFailure, surface, toolError, type ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'

type Format = 'recording' | 'html' | 'ndjson'

export const sessionExport = implement(surface.session_export, async (params, call) => {
  const { file, start, max_bytes: most } = params
  if (file !== undefined && !isAbsolute(file))
    throw invalidParameter({ field: 'file', value: file, says: `'${file}' is not an absolute path` })
  const on = call.on(params.session_id)
  const format = params.format === 'ndjson' ? formatOf(file) : params.format
  if (format === 'ndjson') {
    const { text, ...about } = await messages(on, { start, most: file === undefined ? most : Infinity })
    const bytes = Buffer.byteLength(text)
    return file === undefined ? { text, bytes, ...about } : { ...written(file, Buffer.from(text)), ...about }
  }
  const whole = await inOnePiece(on, format)
  if (file !== undefined) return { format, ...written(file, whole) }
  if (whole.length > most) throw tooLong(format, { bytes: whole.length, most })
  const encoding = format === 'recording' ? ('base64' as const) : undefined
  return present({ format, text: whole.toString(encoding ?? 'utf8'), encoding, bytes: whole.length })
})

const FORMATS: Readonly<Record<string, Format>> = { '.html': 'html', '.htm': 'html', '.recording': 'recording' }

const formatOf = (file: string | undefined): Format =>
  (file === undefined ? undefined : FORMATS[extname(file).toLowerCase()]) ?? 'ndjson'

async function inOnePiece({ session }: SessionCall, format: 'recording' | 'html'): Promise<Buffer> {
  const whole = await session.exported(format)
  if (whole !== undefined) return Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)
  throw unsupported(
    session,
    'Of this session no stops are recorded: it shows a recording of messages, or "recorder" or "journal" is "off" in dapplex.jsonc',
  )
}

/** Writes a new file that only this user may read: it holds values of the program. @throws ToolError INVALID_PARAMETER */
function written(file: string, bytes: Buffer) {
  try {
    writeNew(file, bytes)
  } catch (error) {
    throw invalidParameter({
      field: 'file',
      value: file,
      says: `The file '${file}' cannot be written: ${fileFailure(error)}`,
    })
  }
  return { file, text: '', bytes: bytes.length }
}

/** All of it, or no file. */
function writeNew(file: string, bytes: Buffer): void {
  const made = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(made, bytes)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(made)
  }
}

const tooLong = (format: Format, { bytes, most }: { readonly bytes: number; readonly most: number }): ToolError =>
  invalidParameter({
    field: 'max_bytes',
    value: most,
    says: `The ${format} has ${bytes} bytes: give file, so that it is written there, or a larger max_bytes`,
  })

/** What was said with the adapter, as lines. */
async function messages({ session }: SessionCall, { start, most }: { readonly start: number; readonly most: number }) {
  const recording = await session.recording()
  if (recording === undefined)
    throw unsupported(
      session,
      'This session has no journal: it shows a recording, or journals are off ("journal": "off" in dapplex.jsonc)',
    )
  const { lines, incomplete } = recording
  const part = firstBytes(lines.slice(start), most)
  const end = start + part.length
  const isCut = end < lines.length
  return present({
    format: 'ndjson' as const,
    text: part.map((line) => `${line}\n`).join(''),
    lines: part.length,
    total_lines: lines.length,
    next: isCut ? end : undefined,
    truncated: isCut ? (true as const) : undefined,
    incomplete,
  })
}

function unsupported({ adapter }: SessionCall['session'], says: string): ToolError {
  return toolError('UNSUPPORTED', { capability: 'session_export', adapter: adapter.title }, says)
}

/** As many whole lines as fit, but at least one. */
function firstBytes(lines: readonly string[], most: number): readonly string[] {
  let bytes = 0
  const tooMany = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > most)
  return tooMany === -1 ? lines : lines.slice(0, Math.max(1, tooMany))
}
