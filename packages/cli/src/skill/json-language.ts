import { isJsonObject } from '@dapplex/protocol'
import { applyEdits, modify, parse, printParseErrorCode, type Edit, type ParseError } from 'jsonc-parser'
import type { Language } from './language.js'

const BOM = '\uFEFF'

/** JSON, with the comments and trailing commas that some clients allow. */
export const jsonLanguage: Language = {
  parse(text) {
    const json = withoutBom(text)
    if (json.trim() === '') return {}
    const mistakes: ParseError[] = []
    const value: unknown = parse(json, mistakes, { allowTrailingComma: true })
    const [first] = mistakes
    if (first === undefined) return value
    const line = json.slice(0, first.offset).split('\n').length
    throw new Error(`line ${line}: ${printParseErrorCode(first.error)}`)
  },
  edit(text, { servers, name }, value) {
    const json = withoutBom(text)
    const edited = value === undefined ? removed(json, servers, name) : set(json, [servers, name], value)
    return `${text.startsWith(BOM) ? BOM : ''}${edited}`
  },
}

const withoutBom = (text: string): string => (text.startsWith(BOM) ? text.slice(BOM.length) : text)

/** The library's own formatting would format the lines around an edit too, so only what is new is formatted here. */
function set(json: string, path: readonly [string, string], value: unknown): string {
  if (json.trim() === '') return `${JSON.stringify({ [path[0]]: { [path[1]]: value } }, null, 2)}\n`
  const root = jsonLanguage.parse(json)
  const depth = isJsonObject(root) && root[path[0]] !== undefined ? 2 : 1
  const style = styleOf(json)
  return applyEdits(
    json,
    modify(json, [...path], value, {}).map((edit) => formatted(edit, depth, style)),
  )
}

interface Style {
  readonly indent: string
  readonly newLine: string
}

const styleOf = (json: string): Style => ({
  indent: /^([ \t]+)\S/m.exec(json)?.[1] ?? '  ',
  newLine: json.includes('\r\n') ? '\r\n' : '\n',
})

/** An edit replaces a value, or inserts a member: `"a":1` into an empty object, `,"a":1` after the last member of another. */
function formatted({ offset, length, content }: Edit, depth: number, style: Style): Edit {
  const lines = (value: unknown) => JSON.stringify(value, null, style.indent).split('\n')
  const at = (level: number) => `${style.newLine}${style.indent.repeat(level)}`
  if (length > 0) return { offset, length, content: lines(JSON.parse(content)).join(at(depth)) }
  const isFirst = !content.startsWith(',')
  // Printed as an object of its own; its first and last lines are the braces.
  const member = lines(JSON.parse(`{${isFirst ? content : content.slice(1)}}`)).slice(1, -1)
  const inserted = member.map((line) => `${at(depth)}${line.slice(style.indent.length)}`).join('')
  return { offset, length, content: isFirst ? `${inserted}${at(depth - 1)}` : `,${inserted}` }
}

/** The entry goes, and with the last entry their object, and with the last member the space in the braces. */
function removed(json: string, servers: string, name: string): string {
  const without = applyEdits(json, modify(json, [servers, name], undefined, {}))
  const left = jsonLanguage.parse(without)
  const others = isJsonObject(left) ? left[servers] : undefined
  const isEmpty = isJsonObject(others) && Object.keys(others).length === 0
  const all = isEmpty ? applyEdits(without, modify(without, [servers], undefined, {})) : without
  return all.replace(/^\s*\{\s*\}/, '{}')
}
