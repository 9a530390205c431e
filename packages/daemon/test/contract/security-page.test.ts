import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const tests = new Set(
  ['packages', 'adapters'].flatMap((folder) =>
    readdirSync(`${root}${folder}`).flatMap((name) =>
      ['src', 'test'].flatMap((part) => testsIn(`${root}${folder}/${name}/${part}`)),
    ),
  ),
)

function testsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(
      (path) => /([^/]+)\.test\.ts$/.exec(path)?.slice(1) ?? [],
    )
  } catch {
    return []
  }
}

/** The rows of the tables whose last column is `test`. */
function rows(): { what: string; tests: string[] }[] {
  let isTable = false
  return readFileSync(`${root}docs/security.md`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      if (cells.length < 3) isTable = false
      if (cells.at(-2) === 'test') isTable = true
      if (!isTable || cells.at(-2) === 'test' || /^-+$/.test(cells.at(-2) ?? '')) return []
      return [
        { what: cells[1] ?? '', tests: [...(cells.at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '') },
      ]
    })
}

describe('docs/security.md', () => {
  test('has its tables', () => expect(rows().length).toBeGreaterThan(40))
  test.each(rows())('$what: the tests exist', ({ tests: named }) => {
    expect(named).not.toEqual([])
    expect(named.filter((name) => !tests.has(name))).toEqual([])
  })
})
