import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { Scripts } from './scripts.js'

const parsed = (scriptId: string, url: string) => ({
  scriptId,
  url,
  startLine: 0,
  startColumn: 0,
  endLine: 1,
  endColumn: 0,
  executionContextId: 1,
  hash: '',
})

describe('sources', () => {
  test('a file of this machine is told by its path', () => {
    const scripts = new Scripts()
    const source = scripts.sourceOf(scripts.add(parsed('1', import.meta.url)))
    expect(source).toEqual({ name: 'scripts.test.ts', path: fileURLToPath(import.meta.url) })
    expect(scripts.atPath(fileURLToPath(import.meta.url))?.id).toBe('1')
  })

  test('what is no file gets a reference that stays', () => {
    const scripts = new Scripts()
    const internal = scripts.add(parsed('7', 'node:internal/timers'))
    const first = scripts.sourceOf(internal)
    expect(first).toMatchObject({ name: 'node:internal/timers', sourceReference: 1, presentationHint: 'deemphasize' })
    scripts.sourceOf(scripts.add(parsed('8', '')))
    expect(scripts.sourceOf(internal)).toEqual(first)
    expect(scripts.atReference(1)).toBe(internal)
  })

  test('a file that is gone is still readable', () => {
    const scripts = new Scripts()
    const source = scripts.sourceOf(scripts.add(parsed('1', 'file:///no/such/file.js')))
    expect(source).toMatchObject({ path: '/no/such/file.js', sourceReference: 1 })
  })

  test('code without a name is not kept for ever', () => {
    const scripts = new Scripts()
    for (let id = 1; id <= 1_001; id++) scripts.add(parsed(String(id), ''))
    expect(scripts.get('1')).toBeUndefined()
    expect(scripts.get('2')).toBeDefined()
  })

  test('an unknown reference is refused', () => {
    expect(() => new Scripts().atReference(4)).toThrow('there is no source with sourceReference 4')
  })

  test("Node's own code and nameless code are not listed", () => {
    const scripts = new Scripts()
    for (const [id, url] of [
      ['1', 'node:fs'],
      ['2', ''],
      ['3', 'file:///m.js'],
    ] as const)
      scripts.add(parsed(id, url))
    expect(scripts.named().map((script) => script.id)).toEqual(['3'])
  })
})
