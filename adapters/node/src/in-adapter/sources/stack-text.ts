import { filePathOf } from './source-location.js'

export interface StackTextFrame {
  readonly name: string
  readonly path: string | undefined
  readonly url: string
  /** From 0. */
  readonly line: number
  /** From 0. */
  readonly column: number
}

const LINE = /^\s+at (?:async )?(?:(.+?) \((.+):(\d+):(\d+)\)|(.+):(\d+):(\d+))$/

/**
 * The calls in the `stack` of an Error, as V8 writes it, Node's own left out.
 * CommonJS files stand there as paths, ES modules as URLs.
 */
export function parseStackText(text: string): StackTextFrame[] {
  return text.split('\n').flatMap((one) => {
    const match = LINE.exec(one)
    if (match === null) return []
    const [, name, named, namedLine, namedColumn, bare, bareLine, bareColumn] = match
    const where = named ?? bare ?? ''
    if (where.startsWith('node:')) return []
    const path = where.startsWith('file://') ? filePathOf(where) : where
    const line = Number(namedLine ?? bareLine) - 1
    return [{ name: name ?? '<anonymous>', path, url: where, line, column: Number(namedColumn ?? bareColumn) - 1 }]
  })
}

/** The first lines of an Error's text, before its calls. */
export function headOfStackText(text: string): string {
  const lines = text.split('\n')
  const calls = lines.findIndex((line) => /^\s+at /.test(line))
  return calls === -1 ? text : lines.slice(0, calls).join('\n')
}
