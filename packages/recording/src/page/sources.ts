import { readFileSync, statSync } from 'node:fs'
import type { Recording } from '../read/recording.js'

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

/** The lines that an export carries with it; of a file that is not among them, those that `others` know. */
export function recordedSources({ sources }: Pick<Recording, 'sources'>, others: Sources): Sources {
  return {
    excerpt: (query) => {
      const source = sources.get(query.path)
      if (source === undefined) return others.excerpt(query)
      const { line, around, at } = query
      const piece = source.pieces.find(({ first, lines }) => first <= line && line < first + lines.length)
      if (piece === undefined) return undefined
      const first = Math.max(piece.first, line - around)
      const lines = piece.lines.slice(first - piece.first, line + around - piece.first + 1)
      return { first, lines, hasChanged: source.changedAt > at }
    },
  }
}

/** A larger file is no source that somebody reads. */
const MOST_BYTES = 4 * 1024 * 1024

/** The text of a source, and when it was changed last, in milliseconds since the epoch. */
export interface SourceFile {
  readonly lines: readonly string[]
  readonly changedAt: number
}

/** The files of this machine. Only for recordings of this machine: another one could name any file here. */
export class DiskSources implements Sources {
  readonly #files = new Map<string, SourceFile | undefined>()

  /** The whole of a file; undefined where there is none with text. */
  file(path: string): SourceFile | undefined {
    if (!this.#files.has(path)) this.#files.set(path, readSource(path))
    return this.#files.get(path)
  }

  excerpt({ path, line, around, at }: ExcerptQuery): Excerpt | undefined {
    const file = this.file(path)
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
