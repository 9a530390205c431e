import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { readDaemonState, stateFolder, statePaths } from '@dapplex/daemon/files'
import { fileFailure } from '@dapplex/protocol/plain'
import { Recording } from '@dapplex/recording'
import { withClient } from '../daemon/open-client.js'
import { CommandError, UsageError } from '../exit/command-error.js'
import { shown } from '../output/escape-text.js'
import { print, printJson } from '../output/print.js'
import { printTable } from '../output/print-table.js'
import { bytesText } from './bytes-text.js'
import { recordingFiles, recordingNamed, type RecordingFile } from './recording-files.js'

/** Prints all recordings, the newest first. */
export async function listRecordings({ json }: { readonly json: boolean }): Promise<void> {
  const live = await liveSessions()
  const rows = []
  for (const file of recordingFiles()) rows.push(await describe(file, live))
  if (json) return printJson(rows)
  printTable({
    head: ['name', 'started', 'program', 'adapter', 'stops', 'size', ''],
    rows: rows.map((row) => [
      row.name,
      row.started ?? '',
      row.program === undefined ? '' : basename(row.program),
      row.adapter ?? '',
      row.stops === undefined ? '' : String(row.stops),
      bytesText(row.bytes),
      row.damage ?? (row.live ? 'live' : ''),
    ]),
    none: 'No recordings. Every session that stops leaves one, unless "recorder" or "journal" is "off" in dapplex.jsonc.',
  })
}

/** Prints how much room the recordings take. */
export function printRecordingSize({ json }: { readonly json: boolean }): void {
  const files = recordingFiles()
  const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + one, 0)
  const bytes = sum(files.map((file) => file.bytes))
  const journalBytes = sum(files.map(({ journal }) => journal?.bytes ?? 0))
  const folder = statePaths(stateFolder(process.env)).recordings
  if (json) return printJson({ folder, files: files.length, bytes, journal_bytes: journalBytes }, 'line')
  print(
    shown`${files.length} recordings, ${bytesText(bytes)}, in ${folder}; their journals: ${bytesText(journalBytes)}`,
  )
}

export interface RemoveOptions {
  readonly all: boolean
  readonly json: boolean
}

/** Removes recordings, each with the journal of its session. A session that goes on keeps its own. */
export async function removeRecordings(names: readonly string[], { all, json }: RemoveOptions): Promise<void> {
  if (all === names.length > 0) throw new UsageError('give the names of recordings, or --all')
  const files = recordingFiles()
  const live = await liveSessions()
  const isLive = (file: RecordingFile) => live.has(keyOf(file))
  const chosen = all ? files.filter((file) => !isLive(file)) : names.map((name) => recordingNamed(name, files))
  const inUse = chosen.find(isLive)
  if (inUse !== undefined)
    throw new CommandError(
      shown`session ${inUse.session} goes on and writes ${inUse.name}; end it first: dapplex call debug_disconnect session_id=${inUse.session} terminate=true`,
    )
  for (const { path, journal } of chosen) {
    remove(path)
    if (journal !== undefined) remove(journal.path)
  }
  const removed = [...new Set(chosen.map(({ name }) => name))]
  if (json) printJson({ removed }, 'line')
  else
    print(
      `${removed.length} ${removed.length === 1 ? 'recording' : 'recordings'} removed, with the journals of the same sessions`,
    )
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    throw new CommandError(shown`${path} cannot be removed: ${fileFailure(error)}`)
  }
}

interface Described {
  readonly name: string
  readonly file: string
  readonly session_id: string
  readonly bytes: number
  readonly live: boolean
  readonly started?: string
  readonly program?: string | undefined
  readonly adapter?: string
  readonly stops?: number
  /** What cannot be read of it. */
  readonly damage?: string | undefined
}

async function describe(file: RecordingFile, live: ReadonlySet<string>): Promise<Described> {
  const { name, path, bytes, session } = file
  const about = { name, file: path, session_id: session, bytes, live: live.has(keyOf(file)) }
  try {
    const recording = await Recording.open(path)
    const { header, stopIds, dropped, damage } = recording
    recording.close()
    const read = {
      started: new Date(header.startedAt).toISOString(),
      program: header.program,
      adapter: header.adapter,
      stops: stopIds.length + dropped.stops,
    }
    // The last record of a live one may be on its way.
    return { ...about, ...read, damage: damage === undefined || about.live ? undefined : `damaged: ${damage}` }
  } catch (error) {
    return { ...about, damage: error instanceof Error ? error.message : String(error) }
  }
}

const keyOf = ({ daemon, session }: Pick<RecordingFile, 'daemon' | 'session'>): string => `${daemon} ${session}`

interface SessionRow {
  readonly session_id: string
  readonly state: string
}

/** Sessions of the running daemon of this user that have not ended. */
async function liveSessions(): Promise<ReadonlySet<string>> {
  const state = await readDaemonState(stateFolder(process.env))
  if (state === undefined) return new Set()
  const { DAPPLEX_URL: _url, ...env } = process.env
  const spec = { name: 'dapplex record', kind: 'terminal', start: 'never' } as const
  const answer = await withClient(spec, (client) => client.call('sessions_list', {}), env)
  const { sessions } = answer as { sessions: readonly SessionRow[] }
  return new Set(
    sessions.flatMap(({ session_id: session, state: phase }) =>
      phase === 'exited' ? [] : [keyOf({ daemon: state.pid, session })],
    ),
  )
}
