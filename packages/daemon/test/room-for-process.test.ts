import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { withFewDescriptors } from './support/few-descriptors.js'

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

/** Looks for debugpy with four free descriptors, then with all of them. */
const LOOKS = `
  import { closeSync, openSync } from 'node:fs'
  const { AdapterLookup } = await import(process.argv[2] + 'adapter-lookup.js')
  const { adapterModules } = await import(process.argv[2] + 'modules.js')
  const debugpy = adapterModules.filter(({ definition }) => definition.id === 'debugpy')
  const lookup = new AdapterLookup(debugpy, { PATH: process.argv[3], XDG_CONFIG_HOME: process.argv[3] })
  const look = async (request) => {
    const context = { args: {}, cwd: undefined, request }
    const module = await lookup.forProgram('/x/app.py', context)
    const { command, message } = await lookup.locate(module, context).catch((error) => error)
    return { status: (await lookup.statuses())[0], said: message ?? command }
  }
  const taken = []
  try {
    for (;;) taken.push(openSync('/dev/null'))
  } catch {
    for (const descriptor of taken.splice(0, 4)) closeSync(descriptor)
  }
  const seen = [await look('launch'), await look('attach')]
  for (const descriptor of taken) closeSync(descriptor)
  console.log(JSON.stringify([...seen, await look('launch')]))
`

interface Seen {
  readonly free: number
  readonly after: number
  readonly outcome: string
}

describe.skipIf(process.platform === 'win32')('a process that is started with few descriptors left', () => {
  test('starts, or is refused with the reason; no descriptor is lost either way', async () => {
    const module = fileURLToPath(new URL('../dist/adapters/supervise/spawn-piped.js', import.meta.url))
    const file = join(home, 'program.mjs')
    const seen = (await withFewDescriptors({ file, text: PROGRAM, args: [module], most: 64 })) as Seen[]
    expect(seen.filter(({ free, after }) => free !== after)).toEqual([])
    expect(seen[7]?.outcome).toMatch(/true could not be started: too many files are open/)
    expect(seen[20]?.outcome).toBe('started')
  })

  test('that looks for an adapter says why nothing can be told, and knows nothing of it later', async () => {
    const python = join(home, 'python3')
    writeFileSync(python, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const args = [new URL('../dist/adapters/', import.meta.url).href, home]
    const seen = await withFewDescriptors({ file: join(home, 'looks.mjs'), text: LOOKS, args, most: 1024 })
    const why = `${python} could not be started: too many files are open; close some, or raise the limit (ulimit -n)`
    const unknown = expect.objectContaining({ id: 'debugpy', found: false, problem: why })
    expect(seen).toEqual([
      { status: unknown, said: `The program could not be launched: ${why}` },
      { status: unknown, said: `Could not attach: ${why}` },
      { status: expect.objectContaining({ id: 'debugpy', found: true }), said: python },
    ])
  })
})
