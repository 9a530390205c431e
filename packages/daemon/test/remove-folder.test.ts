import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

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
  const program = join(home, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const module = fileURLToPath(new URL('../dist/state/remove-folder.js', import.meta.url))
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -n 64; exec "$0" "$@"',
    ...[process.execPath, program, module, folder],
  ])
  expect(JSON.parse(stdout)).toEqual({ plain: 'EMFILE', during: true })
  expect(existsSync(folder)).toBe(false)
})
