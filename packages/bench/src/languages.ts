import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Bench } from './part.js'

const run = promisify(execFile)
const PROGRAMS = fileURLToPath(new URL('../../../fixtures/programs/', import.meta.url))
/** Marks a line of the endless loop in each program. */
export const LOOP_MARK = 'BREAK: loop'

/** A program to step in. */
interface Walk {
  readonly language: string
  /** Relative to the programs. */
  readonly program: string
  /** Relative to the programs. */
  readonly source: string
}

const WALKS: readonly Walk[] = [
  { language: 'Python', program: 'python/walk.py', source: 'python/walk.py' },
  { language: 'JavaScript', program: 'node/walk.cjs', source: 'node/walk.cjs' },
  { language: 'Lisp', program: 'lisp/walk.lisp', source: 'lisp/walk.lisp' },
  { language: 'Go', program: 'go/walk', source: 'go/walk/main.go' },
  { language: 'C#', program: 'dotnet/walk', source: 'dotnet/walk/Program.cs' },
]

export const LANGUAGES: readonly string[] = WALKS.map(({ language }) => language)

/** A program that can be launched. */
export interface BuiltWalk {
  readonly language: string
  readonly program: string
  /** The path of its source. */
  readonly source: string
}

/**
 * Measures in each language that is asked for. One that fails, say for want of a debugger, is told, and the others go on.
 * @param folder what is built goes there
 */
export async function inEachLanguage(
  { languages, report }: Bench,
  folder: string,
  measure: (walk: BuiltWalk) => Promise<void>,
): Promise<void> {
  for (const walk of WALKS) {
    const { language } = walk
    if (languages.length > 0 && !languages.includes(language)) continue
    try {
      await measure({ language, program: await built(walk, folder), source: join(PROGRAMS, walk.source) })
    } catch (error) {
      report.miss(`${language}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** The line of the loop, counted from 1. */
export const loopLine = (source: string): number =>
  readFileSync(source, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(LOOP_MARK)) + 1

/** Go builds at the launch; C# before it, so that nothing is written beside the source. */
async function built({ language, program }: Walk, folder: string): Promise<string> {
  const path = join(PROGRAMS, program)
  if (language !== 'C#') return path
  const out = join(folder, 'dotnet')
  const places = ['-o', join(out, 'bin'), `-p:BaseIntermediateOutputPath=${join(out, 'obj', '/')}`]
  const quiet = ['--nologo', '-v', 'quiet', '-nodeReuse:false', '-p:UseSharedCompilation=false']
  await run('dotnet', ['build', path, '-c', 'Debug', ...places, ...quiet])
  return join(out, 'bin', 'walk.dll')
}
