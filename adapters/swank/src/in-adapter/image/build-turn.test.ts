import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildFolder, buildTurn } from './build-turn.js'

const folders: string[] = []
let parent: string
beforeEach(() => folders.push((parent = mkdtempSync(join(tmpdir(), 'build-turn-')))))
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true })))

function made(path: string): string {
  mkdirSync(path)
  return path
}

test('a build waits for that of an older process, and not for one whose process has gone', async () => {
  const gone = 2 ** 22 + 1
  made(join(parent, `build-${gone}-a`))
  const older = made(join(parent, 'build-1-a'))
  const order: string[] = []
  const turn = buildTurn(made(buildFolder(parent))).then(() => order.push('this one'))
  await Promise.resolve()
  order.push('the older one has ended')
  rmSync(older, { recursive: true })
  await turn
  expect(order).toEqual(['the older one has ended', 'this one'])
})

test('a build that has begun goes first, whichever process is older', async () => {
  const [first, second] = [made(buildFolder(parent)), made(buildFolder(parent))]
  await buildTurn(first)
  const order: string[] = []
  const turn = buildTurn(second).then(() => order.push('the second'))
  await Promise.resolve()
  order.push('the first has ended')
  rmSync(first, { recursive: true })
  await turn
  expect(order).toEqual(['the first has ended', 'the second'])
})
