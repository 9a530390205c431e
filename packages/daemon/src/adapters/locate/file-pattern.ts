import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, parse } from 'node:path'
import { isFile } from './executable.js'

/**
 * Files that match a pattern, the newest version last. `~` is the home folder and `*` matches within one folder name;
 * names are ordered with their numbers as numbers, so that 1.10 comes after 1.9.
 */
export function matchFiles(pattern: string): string[] {
  const path = pattern.startsWith('~/') ? join(homedir(), pattern.slice(2)) : pattern
  if (!isAbsolute(path)) return []
  const { root } = parse(path)
  let found = [root]
  for (const part of path.slice(root.length).split('/')) found = found.flatMap((folder) => children(folder, part))
  return found.filter(isFile)
}

function children(folder: string, part: string): string[] {
  if (!part.includes('*')) return [join(folder, part)]
  const wanted = new RegExp(`^${part.split('*').map(escapeRegExp).join('.*')}$`)
  try {
    const names = readdirSync(folder).filter((name) => wanted.test(name))
    return names.sort(byVersion).map((name) => join(folder, name))
  } catch {
    return []
  }
}

let collator: Intl.Collator | undefined
/** Made when the first names are compared: it loads the language data of Node (9 ms, measured), which the start need not wait for. */
const byVersion = (one: string, other: string): number =>
  (collator ??= new Intl.Collator('en', { numeric: true })).compare(one, other)
const escapeRegExp = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
