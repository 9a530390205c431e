import { parse, patch, stringify } from '@decimalturn/toml-patch'
import { isJsonObject } from '@dapplex/protocol'
import type { EntryValue } from './entry-forms.js'
import type { Language } from './language.js'

/** TOML 1.0 and 1.1. A new entry becomes a section at the end, as a person would write it, where the document allows that. */
export const tomlLanguage: Language = {
  parse: (text) => parse(text) as unknown,
  edit(text, servers, name, value) {
    const root: Record<string, unknown> = parse(text)
    const given = root[servers]
    const { [name]: old, ...others } = isJsonObject(given) ? given : {}
    if (value === undefined) return patch(text, withServers(root, servers, others, text))
    const appended = `${text}${gapAfter(text)}${section(servers, name, value, text)}`
    return old === undefined && isValid(appended)
      ? appended
      : patch(text, withServers(root, servers, { ...others, [name]: value }, text))
  },
}

/** A table of servers that has none left goes too, unless it has a line of its own. */
function withServers(
  root: Record<string, unknown>,
  servers: string,
  entries: Record<string, unknown>,
  text: string,
): object {
  const { [servers]: _old, ...members } = root
  const hasHeader = text.split('\n').some((line) => line.trim().startsWith(`[${servers}]`))
  return Object.keys(entries).length === 0 && !hasHeader ? members : { ...members, [servers]: entries }
}

function section(servers: string, name: string, { env, ...members }: EntryValue, text: string): string {
  const newLine = eolOf(text)
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
