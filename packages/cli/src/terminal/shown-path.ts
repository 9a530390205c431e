import { isAbsolute, relative } from 'node:path'

/** A file as a person reads it, and may type it again: relative to the working folder where it lies below it. */
export function shownPath(file: string): string {
  const path = relative(process.cwd(), file)
  return !isAbsolute(file) || path === '' || path.startsWith('..') || isAbsolute(path) ? file : path
}
