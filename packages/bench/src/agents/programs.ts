import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FIXTURES = fileURLToPath(new URL('../../../../fixtures/programs/', import.meta.url))

export type LanguageName = 'Python' | 'JavaScript' | 'C#' | 'Lisp' | 'Go'
export type Kind = 'far' | 'crash' | 'race' | 'test'

/** A program with a planted bug. */
export interface Program {
  readonly source: string
  readonly program: string
  readonly args: readonly string[]
}

interface LanguageSpec {
  /** Below `fixtures/programs`, by kind. */
  readonly sources: Readonly<Record<Kind, string>>
  /** Builds what `folder` has into `out`, and gives the program; absent where the source itself is run. */
  readonly build?: (folder: string, out: string) => Promise<string>
}

const SPECS: Readonly<Record<LanguageName, LanguageSpec>> = {
  Python: {
    sources: {
      far: 'agents/python/far.py',
      crash: 'python/crash.py',
      race: 'agents/python/race.py',
      test: 'agents/python/test_basket.py',
    },
  },
  JavaScript: {
    sources: {
      far: 'agents/node/far.cjs',
      crash: 'node/crash.cjs',
      race: 'agents/node/race.cjs',
      test: 'agents/node/basket.test.cjs',
    },
  },
  'C#': {
    sources: {
      far: 'agents/dotnet/Far.cs',
      crash: 'dotnet/crash/Program.cs',
      race: 'agents/dotnet/Race.cs',
      test: 'agents/dotnet/Basket.cs',
    },
    build: async (folder, out) => {
      const project = folder.endsWith('crash') ? 'crash' : 'agents'
      const places = ['-o', join(out, 'bin'), `-p:BaseIntermediateOutputPath=${join(out, 'obj', '/')}`]
      const quiet = ['--nologo', '-v', 'quiet', '-nodeReuse:false', '-p:UseSharedCompilation=false']
      await run('dotnet', ['build', join(folder, `${project}.csproj`), '-c', 'Debug', ...places, ...quiet])
      return join(out, 'bin', `${project}.dll`)
    },
  },
  Lisp: {
    sources: {
      far: 'agents/lisp/far.lisp',
      crash: 'lisp/crash.lisp',
      race: 'agents/lisp/race.lisp',
      test: 'agents/lisp/basket.lisp',
    },
  },
  Go: {
    sources: {
      far: 'agents/go/far.go',
      crash: 'go/crash/main.go',
      race: 'agents/go/race.go',
      test: 'agents/go/basket.go',
    },
    build: async (folder, out) => {
      const program = join(out, 'program')
      await run('go', ['build', '-gcflags=all=-N -l', '-o', program, '.'], { cwd: folder })
      return program
    },
  },
}

/** What the programs that hold three bugs take to choose one. */
const CHOICE: Readonly<Record<Kind, readonly string[]>> = { far: ['far'], crash: [], race: ['race'], test: ['basket'] }

const built = new Map<string, Promise<string>>()

/** Finds a program, and builds it where its language needs that. */
export async function programOf(language: LanguageName, kind: Kind): Promise<Program> {
  const { sources, build } = SPECS[language]
  const source = FIXTURES + sources[kind]
  if (build === undefined) return { source, program: source, args: [] }
  const folder = join(source, '..')
  const made = built.get(folder) ?? build(folder, mkdtempSync(join(tmpdir(), 'dapplex-bench-')))
  built.set(folder, made)
  return { source, program: await made, args: CHOICE[kind] }
}

/** The line (from 1) whose comment is this mark. */
export function lineOf(source: string, mark: string): number {
  const lines = readFileSync(source, 'utf8').split('\n')
  const at = lines.findIndex((line) => new RegExp(`[/#;] ${mark}\\s*$`).test(line))
  if (at === -1) throw new Error(`no line of ${source} is marked ${mark}`)
  return at + 1
}
