import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fixture, readJson, z } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'

const file = (path: string): string => fixture(`../${path}`)
const architecture = readFileSync(file('docs/architecture.md'), 'utf8')

const seen = z.record(z.string(), z.array(z.string()))
/** Which package may import which, and which room of a package which: dependency-cruiser enforces this file. */
const { packages, rooms } = readJson(
  z.object({ packages: seen, rooms: z.record(z.string(), seen) }),
  file('layering.json'),
)
const entries = Object.entries(packages).map(([folder, allowed]) => ({ folder, allowed }))

const workspace = ['packages', 'adapters'].flatMap((group) =>
  readdirSync(file(group))
    .map((name) => `${group}/${name}`)
    .filter((folder) => existsSync(file(`${folder}/package.json`))),
)

const versions = z.record(z.string(), z.string()).optional()
const named = z.object({
  name: z.string(),
  dependencies: versions,
  devDependencies: versions,
  scripts: z.object({ bundle: z.string().optional() }).optional(),
})
const manifest = (folder: string) => readJson(named, file(`${folder}/package.json`))

test('layering.json knows each package of the workspace', () => {
  expect(Object.keys(packages).sort()).toEqual(workspace.sort())
})

describe('package.json depends on exactly the packages that layering.json allows', () => {
  test.each(entries)('$folder', ({ folder, allowed }) => {
    const own = workspace.map((one) => manifest(one).name)
    const { dependencies: atRunTime, devDependencies, scripts } = manifest(folder)
    // A bundle has no dependencies at run time: what it is made from is needed to build it.
    const needed = scripts?.bundle === undefined ? atRunTime : devDependencies
    const dependencies = Object.keys(needed ?? {}).filter((name) => own.includes(name))
    expect(dependencies.sort()).toEqual(allowed.map((one) => manifest(one).name).sort())
  })
})

describe('the table of docs/architecture.md says what layering.json allows', () => {
  const rows = rowsOf(architecture.slice(0, architecture.indexOf('## The rooms')))

  test('it has one row for each package', () => {
    expect(rows.map(({ folder }) => folder).sort()).toEqual(Object.keys(packages).sort())
  })

  test.each(rows)('$folder may import: $imports', ({ folder, imports }) => {
    const allowed = packages[folder] ?? []
    const names = allowed.filter((one) => one.startsWith('packages/')).map((one) => one.replace('packages/', ''))
    const adapters = allowed.filter((one) => one.startsWith('adapters/'))
    const all = workspace.filter((one) => one.startsWith('adapters/'))
    if (adapters.length > 0) expect(adapters.sort()).toEqual(all.sort())
    const words = [...names.sort(), ...(adapters.length > 0 ? ['all adapters (only their definitions)'] : [])]
    expect(imports).toBe(words.length === 0 ? '–' : words.join(', '))
  })
})

test('the table of rooms in docs/architecture.md says what layering.json allows', () => {
  const rows = [...architecture.matchAll(/^\| `([^`]+)` *\| `([^`]+)` *\|[^|]*\| ([^|]+?) *\|$/gm)]
  expect(rows.map(([, home, room, imports]) => [home, room, imports])).toEqual(
    Object.entries(rooms).flatMap(([home, allowed]) =>
      Object.entries(allowed).map(([room, seen]) => [home, room, seen.join(', ') || '–']),
    ),
  )
})

test.each(readdirSync(file('adapters')).map((name) => ({ name })))(
  'in src of $name nothing stands beside the rooms but tests',
  ({ name }) => {
    const found = readdirSync(file(`adapters/${name}/src`)).filter((one) => !one.endsWith('.test.ts'))
    expect(Object.keys(rooms['adapters/*'] ?? {})).toEqual(expect.arrayContaining(found))
  },
)

/** A row may name several folders that share what they may import. */
function rowsOf(page: string): readonly { readonly folder: string; readonly imports: string }[] {
  return page
    .split('\n')
    .filter((line) => /^\| `(packages|adapters)\//.test(line))
    .flatMap((line) => {
      const [, folders = '', , imports = ''] = line.split('|')
      return [...folders.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => ({ folder, imports: imports.trim() }))
    })
}
