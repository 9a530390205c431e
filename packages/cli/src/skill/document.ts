import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import { CommandError } from '../exit/command-error.js'
import type { EntryValue } from './entry-forms.js'
import { jsonLanguage } from './json-language.js'
import type { Language } from './language.js'
import { tomlLanguage } from './toml-language.js'

const LANGUAGES: Readonly<Record<'json' | 'toml', Language>> = { json: jsonLanguage, toml: tomlLanguage }

/** A configuration file of a client. */
export interface Document {
  readonly path: string
  /** Empty for a file that is not there. */
  readonly text: string
  readonly language: 'json' | 'toml'
  readonly servers: string
}

/**
 * The entry of a server; undefined where there is none.
 * @throws CommandError for a file that cannot be read as its language, or whose servers are no table
 */
export function entryIn(document: Document, name: string): unknown {
  return serversIn(document, read(document))[name]
}

/**
 * The text of the document with the entry set, or taken away (undefined).
 * @throws CommandError as `entryIn`, and if the edit would change anything else
 */
export function withEntry(document: Document, name: string, value: EntryValue | undefined): string {
  const before = read(document)
  const old = serversIn(document, before)[name]
  if (value === undefined && old === undefined) return document.text
  const text = LANGUAGES[document.language].edit(document.text, { servers: document.servers, name }, value)
  const after = read({ ...document, text })
  const isSet = isDeepStrictEqual(plain(serversIn(document, after)[name]), plain(value))
  if (isSet && isDeepStrictEqual(rest(document, before, name), rest(document, after, name))) return text
  throw new CommandError(
    `${document.path}: the entry '${name}' of '${document.servers}' cannot be changed without changing something else; edit the file by hand (--print shows the entry)`,
  )
}

function read({ path, text, language }: Document): JsonObject {
  let value: unknown
  try {
    value = LANGUAGES[language].parse(text)
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
    throw new CommandError(
      `${path} is not valid ${language.toUpperCase()}: ${why}; correct the file, then run this again`,
    )
  }
  if (isJsonObject(value)) return value
  throw new CommandError(`${path} has no object at its top; correct the file, then run this again`)
}

function serversIn({ path, servers }: Document, root: JsonObject): JsonObject {
  const value = root[servers] ?? {}
  if (isJsonObject(value)) return value
  throw new CommandError(`${path}: '${servers}' is not a table of servers; correct the file, then run this again`)
}

/** All of the document but the entry. An empty table of servers counts as none. */
function rest(document: Document, root: JsonObject, name: string): unknown {
  const { [name]: _entry, ...others } = serversIn(document, root)
  const { [document.servers]: _servers, ...members } = root
  return plain(Object.keys(others).length === 0 ? members : { ...members, [document.servers]: others })
}

/** As plain data: parsers give tables and dates as objects of classes of their own. */
const plain = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}` : one)))
