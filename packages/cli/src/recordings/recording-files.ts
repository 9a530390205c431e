import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stateFolder, statePaths } from '@dapplex/daemon/files'
import { fileFailure } from '@dapplex/protocol/plain'
import { CommandError } from '../exit/command-error.js'
import { shown } from '../output/escape-text.js'

/** A recording of this user, as the folder of the recordings has it. */
export interface RecordingFile {
  /** What people and commands call it: the file without its ending. */
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** The process of the daemon that wrote it, and its number of the session. */
  readonly daemon: number
  readonly session: string
  /** The journal of the same session, where it is still there. */
  readonly journal: { readonly path: string; readonly bytes: number } | undefined
}

const ENDING = '.recording'
const JOURNAL = '.ndjson'
/** As the daemon names the files of a session: time, its process, the session. */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\d*Z-(\d+)-(s\d+)$/
/** The two files of a session begin within a moment. */
const SAME_MS = 60_000

interface Found {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly at: number
  readonly daemon: number
  readonly session: string
}

/** All recordings, the newest first. */
export function recordingFiles(env: NodeJS.ProcessEnv = process.env): readonly RecordingFile[] {
  const paths = statePaths(stateFolder(env))
  const journals = filesIn(paths.sessions, JOURNAL)
  return filesIn(paths.recordings, ENDING)
    .sort((a, b) => b.at - a.at)
    .map(({ at, ...file }) => {
      const journal = journals.find(
        (one) => one.daemon === file.daemon && one.session === file.session && Math.abs(one.at - at) < SAME_MS,
      )
      return { ...file, journal: journal === undefined ? undefined : { path: journal.path, bytes: journal.bytes } }
    })
}

function filesIn(folder: string, ending: string): Found[] {
  return namesIn(folder).flatMap((file) => {
    const name = basename(file, ending)
    const parts = file.endsWith(ending) ? NAME.exec(name) : null
    const path = join(folder, file)
    const bytes = statSync(path, { throwIfNoEntry: false })?.size
    if (parts === null || bytes === undefined) return []
    const [year, month, day, hour, minute, second, daemon] = parts.slice(1).map(Number)
    const at = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
    return [{ name, path, bytes, at, daemon: daemon ?? 0, session: parts[8] ?? '' }]
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return existsSync(folder) ? readdirSync(folder) : []
  } catch (error) {
    throw new CommandError(shown`the folder ${folder} cannot be read: ${fileFailure(error)}`)
  }
}

/**
 * The recording with this name, or with a name that begins so.
 * @throws CommandError where there is none, or more than one
 */
export function recordingNamed(name: string, files: readonly RecordingFile[]): RecordingFile {
  const exact = files.find((file) => file.name === name || `${file.name}${ENDING}` === name)
  const alike = exact === undefined ? files.filter((file) => file.name.startsWith(name)) : [exact]
  const [found, ...others] = alike
  if (found === undefined)
    throw new CommandError(shown`there is no recording ${name}; dapplex record lists those that there are`)
  if (others.length === 0) return found
  throw new CommandError(
    shown`${alike.length} recordings begin with ${name}: ${alike.map((file) => file.name).join(', ')}; give more of the name`,
  )
}

/** Also a link that leads nowhere: what reads it tells why. */
const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** The path of a recording that is given as a file, or by its name in the list; undefined where it is neither. */
export function recordingPath(given: string): string | undefined {
  if (isThere(given)) return given
  const files = recordingFiles()
  return NAME.test(basename(given, ENDING)) || files.some((file) => file.name.startsWith(given))
    ? recordingNamed(given, files).path
    : undefined
}
