import { realpathSync } from 'node:fs'

/**
 * A regular expression for the URLs under which Node loads a file. CommonJS and ES modules percent-encode different
 * characters (`[`, `~`, …), and both load the file that a symbolic link stands for, so each character may come either way
 * and the real path counts too.
 */
export function urlPatternOf(path: string): string {
  const spellings = [...new Set([path, realPathOf(path)])].map(spellingPattern)
  return `^file://(?:${spellings.join('|')})(?:[?#].*)?$`
}

/** The path with its symbolic links resolved. A path that does not exist is returned as it is. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

/** A regular expression for exactly this URL. */
export const exactUrlPattern = (url: string): string => `^${url.replace(/[^\w/:-]/g, '\\$&')}$`

function spellingPattern(path: string): string {
  const slashed = /^[a-z]:[\\/]/i.test(path) ? `/${path.replaceAll('\\', '/')}` : path
  return Array.from(slashed, characterPattern).join('')
}

function characterPattern(character: string): string {
  if (/[\w/.-]/.test(character)) return character === '.' ? '\\.' : character
  const encoded = [...Buffer.from(character, 'utf8')].map((byte) => `%${hexPattern(byte)}`).join('')
  return `(?:${character.replace(/[\\^$*+?()[\]{}|]/g, '\\$&')}|${encoded})`
}

function hexPattern(byte: number): string {
  const hex = byte.toString(16).padStart(2, '0')
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
