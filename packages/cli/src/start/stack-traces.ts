import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'

/** Stack traces name the modules that a bundle was made from. Its map is read when the first trace is printed. */
export function mapStackTraces(bundle: string): void {
  let map: SourceMap | undefined
  const places = new RegExp(`(?:file://)?${bundle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:(\\d+):(\\d+)`, 'g')
  Error.prepareStackTrace = (error, frames) => {
    const trace = `${Error.prototype.toString.call(error)}${frames.map(shown).join('')}`
    if (!trace.includes(bundle)) return trace
    map ??= readMap(bundle)
    const read = map
    return read === undefined ? trace : trace.replaceAll(places, (...found) => original(read, found) ?? found[0])
  }
}

const shown = (frame: { toString(): string }): string => `\n    at ${frame.toString()}`

function original(map: SourceMap, [, line, column]: readonly unknown[]): string | undefined {
  const entry = map.findEntry(Number(line) - 1, Number(column) - 1)
  return 'originalSource' in entry
    ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    : undefined
}

function readMap(bundle: string): SourceMap | undefined {
  try {
    const payload = JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload
    const sources = payload.sources.map((source) => join(bundle, '..', source))
    return new SourceMap({ ...payload, sources })
  } catch {
    return undefined
  }
}
