import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainName, WindowNames } from './window-names.js'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'dapplex-names-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function named(pid: number): WindowNames {
  const names = new WindowNames(pid)
  names.keepIn(join(folder, 'windows'))
  return names
}

test.each([
  ['Visual Studio Code', 'shop', 'VS Code – shop'],
  ['Visual Studio Code - Insiders', undefined, 'VS Code - Insiders'],
  ['code-server', 'shop', 'code-server – shop'],
] as const)('%s with %s is called %s', (editor, workspace, name) => expect(plainName(editor, workspace)).toBe(name))

test('the second window of one name has a number; the first free one is taken again', () => {
  const [first, second, third] = [named(process.pid), named(process.ppid), named(process.pid)]
  expect(first.of('VS Code – shop')).toBe('VS Code – shop')
  expect(second.of('VS Code – shop')).toBe('VS Code – shop (2)')
  expect(second.of('VS Code – shop')).toBe('VS Code – shop (2)')
  expect(second.of('VS Code – a/b')).toBe('VS Code – a/b')
  first.dispose()
  expect(third.of('VS Code – shop')).toBe('VS Code – shop')
})

test('the name of a window whose process has ended is free', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  named(pid).of('VS Code')
  expect(named(process.pid).of('VS Code')).toBe('VS Code')
})

test('where nothing can be written a window keeps the plain name', () => {
  const file = join(folder, 'a file')
  writeFileSync(file, '')
  for (const place of [file, join(file, 'windows')]) {
    const names = new WindowNames(process.pid)
    names.keepIn(place)
    expect(names.of('VS Code')).toBe('VS Code')
  }
})
