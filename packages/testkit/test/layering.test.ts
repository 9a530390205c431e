import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fixture } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'

const read = (path: string): string => readFileSync(fixture(`../${path}`), 'utf8')

/** Each package of the workspace, with the packages that it may import: dependency-cruiser enforces this file. */
const layering = JSON.parse(read('layering.json')) as Readonly<Record<string, readonly string[]>>
const entries = Object.entries(layering).map(([folder, allowed]) => ({ folder, allowed }))

const workspace = ['packages', 'adapters'].flatMap((group) =>
  readdirSync(fixture(`../${group}`))
    .map((name) => `${group}/${name}`)
    .filter((folder) => existsSync(fixture(`../${folder}/package.json`))),
)

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
}
const manifest = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`)) as Manifest

test('layering.json knows each package of the workspace', () => {
  expect(Object.keys(layering).sort()).toEqual(workspace.sort())
})

describe('package.json depends on exactly the packages that layering.json allows', () => {
  test.each(entries)('$folder', ({ folder, allowed }) => {
    const own = workspace.map((one) => manifest(one).name)
    const dependencies = Object.keys(manifest(folder).dependencies ?? {}).filter((name) => own.includes(name))
    expect(dependencies.sort()).toEqual(allowed.map((one) => manifest(one).name).sort())
  })
})

describe('the table of docs/architecture.md says what layering.json allows', () => {
  const rows = rowsOf(read('docs/architecture.md'))

  test('it has one row for each package', () => {
    expect(rows.map(({ folder }) => folder).sort()).toEqual(Object.keys(layering).sort())
  })

  test.each(rows)('$folder may import: $imports', ({ folder, imports }) => {
    const allowed = layering[folder] ?? []
    const named = allowed.filter((one) => one.startsWith('packages/')).map((one) => one.replace('packages/', ''))
    const adapters = allowed.filter((one) => one.startsWith('adapters/'))
    const all = workspace.filter((one) => one.startsWith('adapters/'))
    if (adapters.length > 0) expect(adapters.sort()).toEqual(all.sort())
    const words = [...named.sort(), ...(adapters.length > 0 ? ['all adapters (only their definitions)'] : [])]
    expect(imports).toBe(words.length === 0 ? '–' : words.join(', '))
  })
})

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
