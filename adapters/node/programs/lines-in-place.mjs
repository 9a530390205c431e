// Code that Vite has transformed, with every line where it stands in its source: then breakpoints, stops and stacks need no map.
import { SourceMap } from 'node:module'

const MAP = '//# sourceMappingURL=data:application/json;base64,'
/** What Vite and vitest put before a module: one line for each import. */
const IMPORT = /^(?:'use strict';async \([^)]*\)=>\{\{)?const __vi(?:te_ssr)?_import_\d+__ = await /

/** A longer line was made by a program: to look at each of its columns would cost too much. */
const LONGEST_PARTED = 2_000
/** Behind these words a new line would mean something else (ECMAScript, "Rules of Automatic Semicolon Insertion"). */
const BOUND = /(?:^|[^\w$.])(?:return|throw|break|continue|yield|async|static|get|set|accessor)\s*$/
/** Before these as well. */
const BINDS = /^\s*(?:=>|\+\+|--)/
/** Lines behind which another can stand, without a comment to their end. Behind `}` that is so where a tool has set the semicolons. */
const OPEN_ENDS = [/^(?!.*\/\/).*[;{},([]\s*$/, /^(?!.*\/\/).*[;{,([]\s*$/]

/**
 * The code with its parts in the lines from which they came: blank lines are added, a line that holds several lines of the source
 * is parted, and lines that would be late are joined. A line stays where it is if it cannot be moved without changing what the code
 * means: lines of a template are never moved. Undefined for code without a map, and if no way to place it is right.
 */
export function linesInPlace(code, parse) {
  const at = code.lastIndexOf(MAP)
  if (at === -1) return undefined
  const [encoded] = code.slice(at + MAP.length).split('\n')
  const json = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))
  const parts = [...partsOf(code, new SourceMap(json), templatesIn(code, parse))]
  return OPEN_ENDS.map((openEnd) => joined(parts, openEnd)).find((text) => isCode(text, parse))
}

function isCode(text, parse) {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

function joined(parts, openEnd) {
  const placed = []
  let isAfterImport = false
  let last
  for (const { text, target, isFirst, isFixed } of parts) {
    // What stands in one line of the source may stand in one line here.
    const isSameLine = target !== undefined && target === last && target < placed.length
    if (!isFixed) moveBack(placed, target)
    const isLate = target !== undefined && !isFixed && placed.length > target
    const isWithAbove = isAfterImport || isSameLine || (isLate && openEnd.test(placed.at(-1) ?? ''))
    if (isFirst && isWithAbove) placed.push(`${placed.pop()} ${text}`)
    else if (!isFirst && isLate) placed.push(`${placed.pop()}${text}`)
    else {
      while (target !== undefined && placed.length < target) placed.push('')
      placed.push(text)
    }
    isAfterImport = IMPORT.test(text)
    last = target
  }
  return placed.join('\n')
}

/** The lines of the code, parted where a later line of the source begins. `isFirst`: it begins a line of the code. */
function* partsOf(code, map, templates) {
  let offset = 0
  for (const [index, line] of code.split('\n').entries()) {
    const start = offset
    offset += line.length + 1
    const isInTemplate = (column) => templates.some((one) => one.start < start + column && start + column < one.end)
    const isFixed = isInTemplate(0)
    let begin = 0
    let target = isFixed ? undefined : sourceLine(map, index, line)
    let isFirst = true
    if (target !== undefined && line.length <= LONGEST_PARTED)
      for (let column = line.search(/\S/) + 1; column < line.length; column += 1) {
        const entry = map.findEntry(index, column)
        if (entry.generatedLine !== index || entry.generatedColumn !== column || !(entry.originalLine > target))
          continue
        const [before, after] = [line.slice(begin, column), line.slice(column)]
        if (isInTemplate(column) || BOUND.test(before) || BINDS.test(after)) continue
        yield { text: before, target, isFirst, isFixed }
        begin = column
        target = entry.originalLine
        isFirst = false
      }
    yield { text: line.slice(begin), target, isFirst, isFixed: isFixed && isFirst }
  }
}

/** Takes blank lines away, as far as a part is late. */
function moveBack(placed, target) {
  while (target !== undefined && placed.length > target && placed.at(-1) === '') placed.pop()
}

/** The first line of the source that a line came from. */
function sourceLine(map, index, line) {
  for (const column of [line.search(/\S/), line.length]) {
    const entry = map.findEntry(index, Math.max(0, column))
    if (entry.generatedLine === index && entry.originalLine !== undefined) return entry.originalLine
  }
  return undefined
}

/** Where the templates stand. Nothing in them is moved. */
function templatesIn(code, parse) {
  const templates = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (node.type === 'TemplateLiteral') templates.push(node)
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  if (code.includes('`')) visit(parse(code))
  return templates
}
