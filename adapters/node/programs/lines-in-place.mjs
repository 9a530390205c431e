// Code that Vite has transformed, with every line where it stands in its source: then breakpoints, stops and stacks need no map.
import { SourceMap } from 'node:module'

const MAP = '//# sourceMappingURL=data:application/json;base64,'
/** What Vite and vitest put before a module: one line for each import. */
const IMPORT = /^(?:'use strict';async \([^)]*\)=>\{\{)?const __vi(?:te_ssr)?_import_\d+__ = await /

/**
 * The code with blank lines added and imports joined. A line stays where it is if it cannot be moved without changing what the
 * code means: lines of a template are never moved. Undefined for code without a map.
 */
export function linesInPlace(code, parse) {
  const at = code.lastIndexOf(MAP)
  if (at === -1) return undefined
  const [encoded] = code.slice(at + MAP.length).split('\n')
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  const fixed = linesInTemplates(code, parse)
  const placed = []
  let isAfterImport = false
  for (const [index, line] of code.split('\n').entries()) {
    if (isAfterImport) placed.push(`${placed.pop()} ${line}`)
    else {
      if (!fixed.has(index)) moveTo(placed, sourceLine(map, index, line))
      placed.push(line)
    }
    isAfterImport = IMPORT.test(line)
  }
  return placed.join('\n')
}

/** Makes the next line the one with this number, from 0, as far as blank lines allow it. */
function moveTo(placed, target) {
  if (target === undefined) return
  while (placed.length < target) placed.push('')
  while (placed.length > target && placed.at(-1) === '') placed.pop()
}

/** The first line of the source that a line came from. */
function sourceLine(map, index, line) {
  for (const column of [line.search(/\S/), line.length]) {
    const entry = map.findEntry(index, Math.max(0, column))
    if (entry.generatedLine === index && entry.originalLine !== undefined) return entry.originalLine
  }
  return undefined
}

/** Lines that begin inside a template. */
function linesInTemplates(code, parse) {
  const lines = new Set()
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (node.type === 'TemplateLiteral') {
      const first = lineAt(code, node.start)
      for (let line = first + 1; line <= lineAt(code, node.end); line += 1) lines.add(line)
    }
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  if (code.includes('`')) visit(parse(code))
  return lines
}

const lineAt = (code, offset) => code.slice(0, offset).split('\n').length - 1
