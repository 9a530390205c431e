import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type DemoLanguage = 'node' | 'lisp' | 'dotnet' | 'python'

/** The demo's program in one language. */
export interface DemoProgram {
  readonly language: DemoLanguage
  readonly adapter: string
  /** The launched file, or a project folder that the adapter builds. */
  readonly program: string
  /** Where the breakpoint goes. */
  readonly source: string
  readonly line: number
  /** The local variable that the demo changes, as this language writes it. */
  readonly variable: string
}

/** The line that carries this comment gets the breakpoint. */
const MARKER = 'BREAK'

const files: Record<DemoLanguage, { adapter: string; program: string; source: string; variable: string }> = {
  node: { adapter: 'node', program: 'orders.js', source: 'orders.js', variable: 'discount' },
  lisp: { adapter: 'swank', program: 'orders.lisp', source: 'orders.lisp', variable: 'discount' },
  python: { adapter: 'debugpy', program: 'orders.py', source: 'orders.py', variable: 'discount' },
  dotnet: { adapter: 'netcoredbg', program: 'dotnet', source: 'dotnet/Program.cs', variable: 'discount' },
}

/** Without `--language`: the first whose adapter is found. Node's is always there. */
export const PREFERRED: readonly DemoLanguage[] = ['lisp', 'python', 'node']

export function demoProgram(language: DemoLanguage): DemoProgram {
  const { adapter, program, source, variable } = files[language]
  const path = pathOf(source)
  const line =
    readFileSync(path, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes(MARKER)) + 1
  return { language, adapter, program: pathOf(program), source: path, line, variable }
}

export const adapterOf = (language: DemoLanguage): string => files[language].adapter

const pathOf = (name: string): string => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url))
