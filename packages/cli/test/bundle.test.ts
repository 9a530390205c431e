import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dapplex-bundle-'))
  await cp(join(DIST, 'bundle'), folder, { recursive: true })
  await writeFile(join(folder, 'compiled'), '')
  await writeFile(join(folder, 'inputs.json'), JSON.stringify({ id: 'test', files: ['compiled', 'not-there'] }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a process prints that loads a bundle of this folder for a command: `run` is what it got. Imports from outside are named. */
async function loaded(where: string, { command, then }: { command: string; then: string }): Promise<string> {
  const importModule = 'importModule: (name) => (console.log(name), import(name))'
  const lines = [
    `import { loadBundle } from ${JSON.stringify(join(DIST, 'start/load-bundle.js'))}`,
    `const run = loadBundle(${JSON.stringify(where)}, { command: ${JSON.stringify(command)}, ${importModule} })?.run`,
    then,
  ]
  const args = ['--input-type=module', '--eval', lines.join('\n')]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

const changedAt = async (name: string, seconds: number) => utimes(join(folder, name), seconds, seconds)

describe('the bundles that the build writes', () => {
  test.each(['status', 'daemon'])('the build has left one that is up to date, for `dapplex %s`', async (command) => {
    const said = await loaded(join(DIST, 'bundle/'), { command, then: 'console.log(typeof run)' })
    expect(said, 'run `npm run build`: the compiler alone leaves the bundles out of date').toBe('function\n')
  })

  test('one that was made before the last compilation is not used; one that was made after it is', async () => {
    const then = 'console.log(typeof run)'
    await changedAt('inputs.json', 1000)
    await changedAt('compiled', 1001)
    expect(await loaded(folder, { command: 'status', then })).toBe('undefined\n')
    await changedAt('compiled', 1000)
    expect(await loaded(folder, { command: 'status', then })).toBe('function\n')
  })

  test('a stack trace names the module that was bundled, and its line', async () => {
    const then = `const { on } = process.stdout
      process.stdout.on = () => { process.stdout.on = on; throw new Error('here') }
      await run().catch((error) => console.log(error.stack))`
    const [, , at] = (await loaded(join(DIST, 'bundle/'), { command: 'status', then })).split('\n')
    expect(at).toMatch(/packages\/cli\/src\/exit\/closed-output\.ts:\d+:\d+\)?$/)
  })

  test('the light bundle holds all that `status` needs; what else is imported when needed is found outside it', async () => {
    const where = join(DIST, 'bundle/')
    const line = (...words: string[]) =>
      `process.env.DAPPLEX_HOME = ${JSON.stringify(folder)}
      await run(['node', 'dapplex', ...${JSON.stringify(words)}])
      process.exitCode = 0`
    expect(await loaded(where, { command: 'status', then: line('status') })).toBe('No daemon is running.\n')
    const twice = { command: 'call', then: line('call', 'evaluate', 'id=5', 'id=6') }
    expect(await loaded(where, twice)).toBe('@dapplex/protocol\n')
  })
})
