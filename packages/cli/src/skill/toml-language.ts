import { parse, patch, stringify } from '@decimalturn/toml-patch'
import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import type { EntryValue } from './entry-forms.js'
import type { Language, NamedEntry } from './language.js'

/** TOML 1.0 and 1.1. A new entry becomes a section at the end, as a person would write it, where the document allows that. */
export const tomlLanguage: Language = {
  parse: (text) => parse(text) as unknown,
  edit(text, entry, value) {
    const { [entry.name]: old, ...others } = serversIn(text, entry)
    if (value === undefined) return withServers(text, entry, others)
    const appended = `${text}${gapAfter(text)}${section(entry, value, eolOf(text))}`
    return old === undefined && isValid(appended)
      ? appended
      : withServers(text, entry, { ...others, [entry.name]: value })
  },
}

function rootOf(text: string): JsonObject {
  const root: unknown = parse(text)
  return isJsonObject(root) ? root : {}
}

function serversIn(text: string, { servers }: NamedEntry): JsonObject {
  const { [servers]: given } = rootOf(text)
  return isJsonObject(given) ? given : {}
}

/** A table of servers that has none left goes too, unless it has a line of its own. */
function withServers(text: string, { servers }: NamedEntry, entries: JsonObject): string {
  const { [servers]: _old, ...members } = rootOf(text)
  const hasHeader = text.split('\n').some((line) => line.trim().startsWith(`[${servers}]`))
  const isGone = Object.keys(entries).length === 0 && !hasHeader
  return patch(text, isGone ? members : { ...members, [servers]: entries })
}

function section({ servers, name }: NamedEntry, { env, ...members }: EntryValue, newLine: string): string {
  const own = `[${servers}.${name}]\n${stringify(members)}`
  const all = env === undefined ? own : `${own.trimEnd()}\n\n[${servers}.${name}.env]\n${stringify(env)}`
  return `${all.trimEnd()}\n`.replaceAll('\n', newLine)
}

/** An empty line before the new section. */
function gapAfter(text: string): string {
  if (text.trim() === '') return ''
  return text.endsWith('\n') ? eolOf(text) : eolOf(text).repeat(2)
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

function isValid(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}
