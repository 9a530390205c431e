import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'dapplex-room-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Starts a process with each number of free descriptors, and counts what is free after it has ended. */
const PROGRAM = `
  import { closeSync, openSync } from 'node:fs'
  import { once } from 'node:events'
  const { spawnPiped } = await import(process.argv[2])
  const taken = []
  const takeAll = () => {
    let count = 0
    try {
      for (;;) {
        taken.push(openSync('/dev/null'))
        count += 1
      }
    } catch {
      return count
    }
  }
  // The first start opens what later ones share.
  await once(spawnPiped('true', [], {}), 'close')
  takeAll()
  const seen = []
  for (let free = 0; free <= 20; free += 1) {
    for (let at = 0; at < free; at += 1) closeSync(taken.pop())
    let outcome = 'started'
    try {
      const child = spawnPiped('true', [], {})
      await once(child, 'close')
    } catch (error) {
      outcome = error.message
    }
    seen.push({ free, after: takeAll(), outcome })
  }
  console.log(JSON.stringify(seen))
`

interface Seen {
  readonly free: number
  readonly after: number
  readonly outcome: string
}

describe.skipIf(process.platform === 'win32')('a process that is started with few descriptors left', () => {
  test('starts, or is refused with the reason; no descriptor is lost either way', async () => {
    const program = join(home, 'program.mjs')
    writeFileSync(program, PROGRAM)
    const module = fileURLToPath(new URL('../dist/adapters/supervise/spawn-piped.js', import.meta.url))
    const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, program, module]
    const { stdout } = await promisify(execFile)('sh', limited)
    const seen = JSON.parse(stdout) as Seen[]
    expect(seen.filter(({ free, after }) => free !== after)).toEqual([])
    expect(seen[7]?.outcome).toMatch(/true could not be started: too many files are open/)
    expect(seen[20]?.outcome).toBe('started')
  })
})
