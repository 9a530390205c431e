import { readFileSync, statSync } from 'node:fs'

/** Lines of a source file; `first` is the number of the first of them, counted from 1. */
export interface Excerpt {
  readonly first: number
  readonly lines: readonly string[]
  /** The file is newer than the stop: its lines may have been others. */
  readonly hasChanged: boolean
}

export interface ExcerptQuery {
  readonly path: string
  readonly line: number
  /** So many lines above and below. */
  readonly around: number
  /** When the program stood there, in milliseconds since the epoch. */
  readonly at: number
}

/** Where the lines around a place are found. */
export interface Sources {
  excerpt(query: ExcerptQuery): Excerpt | undefined
}

/** For a recording of another machine. */
export const NO_SOURCES: Sources = { excerpt: () => undefined }

/** A larger file is no source that somebody reads. */
const MOST_BYTES = 4 * 1024 * 1024

interface SourceFile {
  readonly lines: readonly string[]
  readonly changedAt: number
}

/** The files of this machine. Only for recordings of this machine: another one could name any file here. */
export class DiskSources implements Sources {
  readonly #files = new Map<string, SourceFile | undefined>()

  excerpt({ path, line, around, at }: ExcerptQuery): Excerpt | undefined {
    if (!this.#files.has(path)) this.#files.set(path, readSource(path))
    const file = this.#files.get(path)
    if (file === undefined || line < 1 || line > file.lines.length) return undefined
    const first = Math.max(1, line - around)
    return { first, lines: file.lines.slice(first - 1, line + around), hasChanged: file.changedAt > at }
  }
}

function readSource(path: string): SourceFile | undefined {
  try {
    const found = statSync(path)
    if (!found.isFile() || found.size > MOST_BYTES) return undefined
    const text = readFileSync(path, 'utf8')
    return text.includes('\0') ? undefined : { lines: text.split(/\r?\n/), changedAt: found.mtimeMs }
  } catch {
    return undefined
  }
}
