import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { withFewDescriptors } from './support/few-descriptors.js'

const home = mkdtempSync(join(tmpdir(), 'dapplex-remove-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Takes all descriptors, removes the folder, gives them back, and lives until the folder has gone. */
const PROGRAM = `
  import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
  const [, , module, folder] = process.argv
  const { removeFolder } = await import(module)
  const taken = []
  try {
    for (;;) taken.push(openSync('/dev/null'))
  } catch {
    // None is left.
  }
  let plain = 'removed'
  try {
    rmSync(folder, { recursive: true })
  } catch (error) {
    plain = error.code
  }
  removeFolder(folder)
  const during = existsSync(folder)
  for (const descriptor of taken) closeSync(descriptor)
  while (existsSync(folder)) await new Promise((resolve) => setTimeout(resolve, 100))
  console.log(JSON.stringify({ plain, during }))
`

test('a folder that cannot be read for want of a descriptor is removed later, and nothing is thrown', async () => {
  const folder = mkdtempSync(join(home, 'folder-'))
  writeFileSync(join(folder, 'file'), '')
  const module = fileURLToPath(new URL('../dist/state/remove-folder.js', import.meta.url))
  const file = join(home, 'program.mjs')
  const seen = await withFewDescriptors({ file, text: PROGRAM, args: [module, folder], most: 64 })
  expect(seen).toEqual({ plain: 'EMFILE', during: true })
  expect(existsSync(folder)).toBe(false)
})
