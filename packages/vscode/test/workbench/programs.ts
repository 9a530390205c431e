import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildDotnet, fixture, markerLine, missing, type ProgramName } from '@dapplex/testkit'

/** The program with the five orders in one language, and what the workbench shows of it. */
export interface Language {
  readonly title: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  /** The configuration's type; another than `dapplex` runs through dapplex by the setting `dapplex.share`. */
  readonly type: string
  /** A scope that is not open by itself. */
  readonly scope?: string
  /** A row of the order that is opened. */
  readonly member: RegExp
  readonly evaluated: readonly [expression: string, answer: string]
  /** A watch that reads the changed discount of 7. */
  readonly watched: string
  /** The amount of the first order with the discount of 7. */
  readonly sum: string
}

export const PYTHON: Language = {
  title: 'Python',
  needs: ['debugpy'],
  source: 'programs/python/orders.py',
  type: 'debugpy',
  member: /customer =\s*'ada'/,
  evaluated: ['count + 40', '43'],
  watched: 'discount + 1',
  sum: '53',
}

export const OTHER_LANGUAGES: readonly Language[] = [
  {
    title: 'JavaScript',
    needs: [],
    source: 'programs/node/orders.js',
    type: 'dapplex',
    member: /customer =\s*'ada'/,
    evaluated: ['count + 40', '43'],
    watched: 'discount + 1',
    sum: '53',
  },
  {
    title: 'Lisp',
    needs: ['sbcl'],
    source: 'programs/lisp/orders.lisp',
    type: 'dapplex',
    scope: 'Arguments',
    member: /customer =\s*"ada"/,
    evaluated: ['(+ count 40)', '43'],
    watched: '(+ discount 1)',
    sum: '53',
  },
  {
    title: '.NET',
    needs: ['netcoredbg', 'dotnet'],
    source: 'programs/dotnet/orders/Program.cs',
    type: 'coreclr',
    scope: 'Locals',
    member: /Customer =\s*"ada"/,
    evaluated: ['count + 40', '43'],
    watched: 'discount + 1',
    sum: '53',
  },
]

/** A program in the folder of the workbench. */
export interface Orders {
  readonly language: Language
  readonly file: string
  readonly name: string
  readonly body: number
  readonly loop: number
}

/** Why a language cannot be tried here. */
export const absentFor = ({ needs }: Language): string | undefined => missing(...needs)

/** A program that a test brings itself, with a configuration of its name. */
export interface OwnProgram {
  readonly file: string
  readonly text: string
}

/** What a folder has beside the programs of the languages. */
export interface FolderContent {
  readonly own?: readonly OwnProgram[] | undefined
  /** Configurations of launch.json without a program in the folder. */
  readonly others?: readonly object[] | undefined
}

/** Fills a folder with programs, and a launch.json that has a configuration for each, named after its language or its file. */
export async function fillFolder(
  folder: string,
  languages: readonly Language[],
  { own = [], others = [] }: FolderContent = {},
): Promise<readonly Orders[]> {
  mkdirSync(join(folder, '.vscode'), { recursive: true })
  const there = languages.filter((language) => absentFor(language) === undefined)
  const all = await Promise.all(there.map((language) => place(folder, language)))
  for (const { file, text } of own) writeFileSync(join(folder, file), text)
  const configurations = [
    ...all.map(({ language: { title, type }, program }) => configuration(type, title, program)),
    ...own.map(({ file }) => configuration('dapplex', file, `\${workspaceFolder}/${file}`)),
    ...others,
  ]
  const text = JSON.stringify({ version: '0.2.0', configurations })
  writeFileSync(join(folder, '.vscode/launch.json'), text)
  return all
}

const configuration = (type: string, name: string, program: string) => ({
  type,
  request: 'launch',
  name,
  program,
  cwd: '${workspaceFolder}',
})

/** C# stays where it is built: the place of the source stands in the program. */
async function place(folder: string, language: Language): Promise<Orders & { readonly program: string }> {
  const source = fixture(language.source)
  const name = basename(source)
  const lines = { body: markerLine(source, 'BREAK: body'), loop: markerLine(source, 'BREAK: loop') }
  if (language.needs.includes('dotnet')) {
    const program = await buildDotnet(fixture('programs/dotnet/orders/orders.csproj'))
    return { language, file: source, name, ...lines, program }
  }
  const file = join(folder, name)
  copyFileSync(source, file)
  return { language, file, name, ...lines, program: `\${workspaceFolder}/${name}` }
}
