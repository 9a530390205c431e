import { isJsonObject } from '@dapplex/protocol'
import type { PathMapping } from '@dapplex/tools'

/** One direction of the translation between the paths of the program's machine and those of this one. */
export type MapPath = (path: string) => string

export const toLocal = (mappings: readonly PathMapping[]): MapPath =>
  mapper(mappings.map(({ remote, local }) => ({ from: remote, to: local })))
export const toRemote = (mappings: readonly PathMapping[]): MapPath =>
  mapper(mappings.map(({ remote, local }) => ({ from: local, to: remote })))

interface Prefix {
  readonly from: string
  readonly to: string
}

/** The longest matching folder is used; other paths stay as they are. File URIs are translated like the paths they contain. */
function mapper(all: readonly Prefix[]): MapPath {
  const prefixes = all
    .map(({ from, to }) => ({ from: withoutEnd(from), to: withoutEnd(to) }))
    .toSorted((a, b) => b.from.length - a.from.length)
  return (path) => {
    if (path.startsWith(FILE)) return FILE + encode(mapped(decode(path.slice(FILE.length)), prefixes))
    return mapped(path, prefixes)
  }
}

const FILE = 'file://'

function mapped(path: string, prefixes: readonly Prefix[]): string {
  const found = prefixes.find(({ from }) => path === from || isBelow(path, from))
  if (found === undefined) return path
  const rest = path.slice(found.from.length)
  const slash = found.to.includes('\\') && !found.to.includes('/') ? '\\' : '/'
  return found.to + rest.replace(/[\\/]/g, (mark) => (isWindows(found.from) || isWindows(found.to) ? slash : mark))
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder) && (path[folder.length] === '/' || (isWindows(folder) && path[folder.length] === '\\'))
const isWindows = (path: string): boolean => /^[a-z]:/i.test(path)
const withoutEnd = (folder: string): string => (folder.length > 1 ? folder.replace(/[\\/]+$/, '') : folder)
/** As it is where it holds half a character: no URI can. */
function encode(path: string): string {
  try {
    return path.split('/').map(encodeURIComponent).join('/')
  } catch {
    return path
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Members that hold a source, in requests, responses and events alike (DAP, `Source`). */
const SOURCES: ReadonlySet<string> = new Set(['source', 'location', 'sources'])
/** Bodies nested deeper than this hold no sources. */
const DEEPEST = 8

/** Translates the paths of all sources in a message. Returns the same object if there are none. */
export const mapSources = (message: unknown, map: MapPath): unknown => walk(message, map, 0)

function walk(value: unknown, map: MapPath, depth: number): unknown {
  if (depth > DEEPEST) return value
  if (Array.isArray(value)) return walkList(value, map, depth)
  if (!isJsonObject(value)) return value
  let changed: Record<string, unknown> | undefined
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'object' || member === null) continue
    const inside = walk(member, map, depth + 1)
    const next = SOURCES.has(key) ? mapSource(inside, map) : inside
    if (next !== member) (changed ??= { ...value })[key] = next
  }
  return changed ?? value
}

function walkList(list: readonly unknown[], map: MapPath, depth: number): unknown {
  const next = list.map((item: unknown) => walk(item, map, depth + 1))
  return next.some((item, index) => item !== list[index]) ? next : list
}

function mapSource(source: unknown, map: MapPath): unknown {
  if (Array.isArray(source)) {
    const next = source.map((one: unknown) => mapSource(one, map))
    return next.some((one, index) => one !== source[index]) ? next : source
  }
  if (!isJsonObject(source) || typeof source['path'] !== 'string') return source
  const path = map(source['path'])
  return path === source['path'] ? source : { ...source, path }
}
