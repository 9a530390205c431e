import { extname } from 'node:path'

/** What the extension knows of an adapter of dapplex, to offer it before a daemon runs. The daemon has the last word. */
export interface KnownAdapter {
  readonly id: string
  /** For people. */
  readonly title: string
  /** Language ids of VS Code. */
  readonly languages: readonly string[]
  /** Endings of programs that it runs. */
  readonly programs: readonly string[]
  /** The adapter's own keys for a process, or for where a program listens. */
  readonly pid?: string
  readonly address?: 'flat' | 'connect'
  /** What its attach to a process needs beside the pid. */
  readonly fixed?: Readonly<Record<string, unknown>>
}

export const ADAPTERS: readonly KnownAdapter[] = [
  {
    id: 'debugpy',
    title: 'Python',
    languages: ['python'],
    programs: ['.py', '.pyw'],
    pid: 'processId',
    address: 'connect',
  },
  {
    id: 'node',
    title: 'JavaScript',
    languages: ['javascript', 'javascriptreact'],
    programs: ['.js', '.cjs', '.mjs'],
    pid: 'pid',
    address: 'flat',
  },
  {
    id: 'swank',
    title: 'Lisp',
    languages: ['lisp', 'commonlisp', 'common-lisp'],
    programs: ['.lisp', '.lsp', '.cl', '.fasl'],
    address: 'flat',
  },
  {
    id: 'netcoredbg',
    title: '.NET',
    languages: ['csharp', 'fsharp', 'vb'],
    programs: ['.dll', '.csproj', '.fsproj', '.vbproj', '.cs'],
    pid: 'processId',
  },
  {
    id: 'delve',
    title: 'Go',
    languages: ['go'],
    programs: ['.go'],
    pid: 'processId',
    fixed: { mode: 'local' },
  },
  { id: 'lldb', title: 'C, C++, Rust', languages: ['c', 'cpp', 'rust'], programs: ['.out'], pid: 'pid' },
  { id: 'replay', title: 'Recording', languages: [], programs: ['.recording', '.ndjson'] },
]

/** The adapter for a program, by the ending of its name. */
export function adapterForProgram(program: string): KnownAdapter | undefined {
  const ending = extname(program).toLowerCase()
  return ADAPTERS.find(({ programs }) => programs.includes(ending))
}

/** The adapter for a file in the editor that can be run as it is: one whose ending is of a program. */
export function adapterForFile(file: string, language: string): KnownAdapter | undefined {
  const byLanguage = ADAPTERS.find(({ languages }) => languages.includes(language))
  const known = byLanguage ?? adapterForProgram(file)
  return known?.programs.includes(extname(file).toLowerCase()) === true ? known : undefined
}
