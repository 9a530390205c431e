import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isJsonObject, SKILL, SUBAGENT } from '@dapplex/protocol'
import { CommandError } from '../exit/command-error.js'
import type { ClientPlaces } from './clients.js'
import { entryIn, withEntry, type Document } from './document.js'
import { ENTRY_FORMS, type EntryForm, type EntryValue, type ServerCommand } from './entry-forms.js'
import { isOurs, skillFile, subagentFile } from './written-files.js'

/** What is to be done with one file. */
export type Step = { readonly path: string; readonly what: string } & (
  | { readonly kind: 'write'; readonly text: string; readonly shown: string; readonly isNew: boolean }
  | { readonly kind: 'delete'; readonly folder?: string }
  /** Nothing; `why` tells. */
  | { readonly kind: 'keep'; readonly why: string; readonly shown?: string }
)

/** The name of the entry in each client's list of servers. */
const ENTRY = 'dapplex'
const AS_IT_IS = 'is there already'
const NOT_THERE = 'is not there'

interface Wanted {
  readonly server: ServerCommand
  /** `--tools` was given: an entry that is there gets these arguments. */
  readonly isChosen: boolean
  readonly subagent: boolean
}

/**
 * Plans an installation. Nothing is written yet, so that a file that cannot be changed leaves the others as they are.
 * @throws CommandError for a broken configuration, and for a file of somebody else
 */
export function planInstall(places: ClientPlaces, wanted: Wanted): Step[] {
  return [
    ownFile(skillPath(places), 'the skill', skillFile()),
    ...places.entries.map(({ path, form }) => addEntry(path, form, wanted)),
    ...(wanted.subagent ? [ownFile(subagentPath(places), 'the subagent', subagentFile(places.subagent.form))] : []),
  ]
}

/** Plans the removal of everything that an installation may have written. @throws CommandError as `planInstall` */
export function planRemoval(places: ClientPlaces): Step[] {
  return [
    removeFile(skillPath(places), 'the skill', dirname(skillPath(places))),
    ...places.entries.map(({ path, form }) => removeEntry(path, form)),
    removeFile(subagentPath(places), 'the subagent'),
  ]
}

const skillPath = ({ skillFolder }: ClientPlaces): string => join(skillFolder, SKILL.name, 'SKILL.md')
const subagentPath = ({ subagent: { folder, suffix } }: ClientPlaces): string =>
  join(folder, `${SUBAGENT.name}${suffix}`)

function ownFile(path: string, what: string, text: string): Step {
  const before = readText(path)
  if (before === text) return { kind: 'keep', path, what, why: AS_IT_IS, shown: text }
  if (before === undefined || isOurs(before))
    return { kind: 'write', path, what, text, shown: text, isNew: before === undefined }
  throw new CommandError(`${path} is there, and dapplex did not write it; move it away, then run this again`)
}

function removeFile(path: string, what: string, folder?: string): Step {
  const before = readText(path)
  if (before === undefined) return { kind: 'keep', path, what, why: NOT_THERE }
  if (!isOurs(before)) return { kind: 'keep', path, what, why: 'is left: dapplex did not write it' }
  return { kind: 'delete', path, what, ...(folder === undefined ? {} : { folder }) }
}

const WHAT = `the server '${ENTRY}'`

function addEntry(path: string, form: EntryForm, { server, isChosen }: Wanted): Step {
  const { value } = ENTRY_FORMS[form]
  const document = documentAt(path, form)
  const old = entryIn(document, ENTRY)
  const entry = old === undefined ? value(server) : isChosen ? withArguments(path, old, server) : undefined
  const shown = fragment(form, entry ?? value(server))
  const text = entry === undefined ? document.text : withEntry(document, ENTRY, entry)
  if (text === document.text) return { kind: 'keep', path, what: WHAT, why: AS_IT_IS, shown }
  return { kind: 'write', path, what: WHAT, text, shown, isNew: old === undefined }
}

/** The entry with other arguments, and all else as its owner has it. */
function withArguments(path: string, old: unknown, { command, args }: ServerCommand): EntryValue {
  if (isJsonObject(old) && typeof old['command'] === 'string') return { ...old, command, args }
  throw new CommandError(
    `${path}: the entry '${ENTRY}' starts no command, so --tools cannot be set; remove the entry (--remove) or edit it`,
  )
}

function removeEntry(path: string, form: EntryForm): Step {
  const document = documentAt(path, form)
  if (entryIn(document, ENTRY) === undefined) return { kind: 'keep', path, what: WHAT, why: NOT_THERE }
  const text = withEntry(document, ENTRY, undefined)
  return { kind: 'write', path, what: WHAT, text, shown: `without '${ENTRY}'`, isNew: false }
}

/** The entry alone: the rest of such a file may be private. */
function fragment(form: EntryForm, entry: EntryValue): string {
  const { language, servers } = ENTRY_FORMS[form]
  return withEntry({ path: '', text: '', language, servers }, ENTRY, entry)
}

const documentAt = (path: string, form: EntryForm): Document => {
  const { language, servers } = ENTRY_FORMS[form]
  return { path, text: readText(path) ?? '', language, servers }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
