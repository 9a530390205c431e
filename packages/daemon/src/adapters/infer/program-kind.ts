import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

/** What the bytes, the name and the folder of a program tell about its language. */
export type ProgramKind =
  /** By its file ending, lower case with the dot. */
  | { readonly kind: 'ending'; readonly ending: string }
  /** By what it is: languages in the order in which they are likely. */
  | { readonly kind: 'languages'; readonly languages: readonly string[] }

const DOTNET = ['csharp', 'fsharp', 'vb']
const NATIVE = ['c', 'cpp', 'c++', 'rust']
const HEAD_BYTES = 4096
/** Go writes this before its build information (`debug/buildinfo`), at an address within the first megabytes. */
const GO_MAGIC = Buffer.from('\xff Go buildinf:', 'latin1')
const GO_SEARCH_BYTES = 64 * 1024 * 1024

/** Finds the kind of a program. Its bytes override its file ending only for a .NET assembly or an executable. */
export function programKind(path: string): ProgramKind {
  const ending = extname(path).toLowerCase()
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return { kind: 'ending', ending }
  if (stat.isDirectory()) return folderKind(path)
  const head = readAt(path, 0, HEAD_BYTES)
  if (head.subarray(0, 2).toString('latin1') === 'MZ')
    return { kind: 'languages', languages: isAssembly(head) ? DOTNET : NATIVE }
  if (isElf(head) || isMachO(head)) return { kind: 'languages', languages: nativeLanguages(path, stat.size) }
  const interpreter = /^#!.*?\b(node|python|ruby|perl|sbcl)[\d.]*\b/.exec(head.toString('latin1'))?.[1]
  if (ending === '' && interpreter !== undefined)
    return { kind: 'languages', languages: INTERPRETERS[interpreter] ?? [] }
  return { kind: 'ending', ending }
}

const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  node: ['javascript', 'typescript'],
  python: ['python'],
  ruby: ['ruby'],
  perl: ['perl'],
  sbcl: ['lisp', 'common-lisp'],
}

/** A project folder, by the files that stand in it. */
function folderKind(path: string): ProgramKind {
  const names = readdirSync(path)
  if (names.some((name) => /\.(cs|fs|vb)proj$/.test(name))) return { kind: 'languages', languages: DOTNET }
  if (names.some((name) => name === 'go.mod' || name.endsWith('.go'))) return { kind: 'languages', languages: ['go'] }
  return { kind: 'ending', ending: 'folder' }
}

function nativeLanguages(path: string, size: number): readonly string[] {
  // The launcher that the .NET SDK writes beside an assembly of the same name.
  if (existsSync(`${path}.dll`) && existsSync(join(path, '..', `${basename(path)}.runtimeconfig.json`))) return DOTNET
  if (readAt(path, 0, Math.min(size, GO_SEARCH_BYTES)).includes(GO_MAGIC)) return ['go', ...NATIVE]
  return NATIVE
}

const isElf = (head: Buffer): boolean => head.subarray(0, 4).toString('latin1') === '\x7fELF'
const isMachO = (head: Buffer): boolean =>
  head.length >= 4 && [0xfeedfacf, 0xcffaedfe, 0xcafebabe].includes(head.readUInt32BE(0))

/** PE/COFF, "Optional Header Data Directories": entry 14 is the CLR header; empty in a native program. */
function isAssembly(head: Buffer): boolean {
  if (head.length < 0x40) return false
  const pe = head.readUInt32LE(0x3c)
  if (pe + 24 + 2 > head.length || head.toString('latin1', pe, pe + 4) !== 'PE\0\0') return false
  const optional = pe + 24
  const isPe32Plus = head.readUInt16LE(optional) === 0x20b
  const clr = optional + (isPe32Plus ? 112 : 96) + 14 * 8
  return clr + 8 <= head.length && head.readUInt32LE(clr) !== 0
}

function readAt(path: string, from: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  try {
    const file = openSync(path, 'r')
    try {
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, from))
    } finally {
      closeSync(file)
    }
  } catch {
    return Buffer.alloc(0)
  }
}
