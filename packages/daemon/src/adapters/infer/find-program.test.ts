import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from './find-program.js'

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'dapplex-program-')))
  for (const part of ['bin', 'project/node_modules/.bin', 'project/src'])
    mkdirSync(join(folder, part), { recursive: true })
  for (const file of ['bin/tool.js', 'bin/global', 'project/src/main.js']) {
    writeFileSync(join(folder, file), '')
    chmodSync(join(folder, file), 0o755)
  }
  symlinkSync(join(folder, 'bin', 'tool.js'), join(folder, 'project', 'node_modules', '.bin', 'tool'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const find = (program: string) => {
  const cwd = join(folder, 'project', 'src')
  return findProgram(
    { program, cwd, args: [], env: {}, stopAtEntry: false, adapterArgs: {} },
    { PATH: join(folder, 'bin') },
  )
}

test('a file is the program', () => {
  expect(find('main.js')).toEqual({ path: join(folder, 'project', 'src', 'main.js'), kind: 'file' })
})

test('a command of node_modules above is found, and its link is followed', () => {
  expect(find('tool')).toEqual({ path: join(folder, 'bin', 'tool.js'), kind: 'command' })
})

test('a command on PATH is found', () => {
  expect(find('global')).toEqual({ path: join(folder, 'bin', 'global'), kind: 'command' })
})

test('without a name there is no program: INVALID_PARAMETER', () => {
  expect(() => find('')).toThrow(expect.objectContaining({ type: 'INVALID_PARAMETER' }))
})

test.each(['nothing', 'sub/global'])('%j is no program: INVALID_PATH', (program) => {
  expect(() => find(program)).toThrow(expect.objectContaining({ type: 'INVALID_PATH' }))
})
