import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { descendants, must, processesWithEnv, untilWritten } from '@dapplex/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HelperBuild } from '../src/in-adapter/csharp/helper-build.js'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const built = new URL('../dist/in-adapter/csharp/built-project.js', import.meta.url).href

let folder: string
let env: NodeJS.ProcessEnv

/** A `dotnet` that notes each build, waits for the file `go`, and writes what a build would. */
const DOTNET = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, watch, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const home = ${JSON.stringify('HOME_FOLDER')}
if (args[0] === '--list-sdks') console.log('10.0.100 [' + home + '/sdk]')
else {
  appendFileSync(home + '/builds', process.pid + '\\n')
  const out = args[args.indexOf('-o') + 1]
  const finish = () => {
    mkdirSync(out, { recursive: true })
    for (const name of ['Inspector', 'ExpressionCompiler']) writeFileSync(out + '/Dapplex.' + name + '.dll', 'MZ')
    process.exit(0)
  }
  if (existsSync(home + '/go')) finish()
  else {
    watch(home, () => existsSync(home + '/go') && finish())
    if (existsSync(home + '/go')) finish()
  }
}
`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dapplex-build-'))
  mkdirSync(join(folder, 'sdk'))
  writeFileSync(join(folder, 'dotnet'), DOTNET.replace('HOME_FOLDER', folder))
  chmodSync(join(folder, 'dotnet'), 0o755)
  env = { ...process.env, DOTNET_ROOT: folder, DAPPLEX_CACHE: join(folder, 'cache') }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const builds = (): number => {
  try {
    return readFileSync(join(folder, 'builds'), 'utf8').trim().split('\n').length
  } catch {
    return 0
  }
}
const cached = (): string[] => readdirSync(join(folder, 'cache/dotnet')).sort()
const go = () => writeFileSync(join(folder, 'go'), '')
const builder = () => spawn(process.execPath, [main, '--build', 'Inspector'], { stdio: 'ignore', env })

/** What the daemon ends with a session: its adapter, the descendants, and all that carry its mark. */
const familyOf = (pid: number): Set<number> =>
  new Set([pid, ...[...descendants(pid), ...processesWithEnv('DAPPLEX_OWNER', folder)].map((one) => one.pid)])

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

describe('the first build of the C# helpers', () => {
  test('is begun once by three processes at the same time, and leaves nothing but the assembly', async () => {
    mkdirSync(join(folder, 'cache/dotnet'), { recursive: true })
    const ends = [builder(), builder(), builder()].map((child) => once(child, 'exit'))
    await untilWritten(join(folder, 'builds'), () => builds() || undefined)
    go()
    await Promise.all(ends)
    expect(builds()).toBe(1)
    expect(cached()).toEqual([expect.stringMatching(/^Inspector-[0-9a-f]{16}$/)])
  })

  test('is begun again when its process was killed', async () => {
    mkdirSync(join(folder, 'cache/dotnet'), { recursive: true })
    const first = builder()
    await untilWritten(join(folder, 'builds'), () => builds() || undefined)
    const killed = once(first, 'exit')
    first.kill('SIGKILL')
    await killed
    go()
    await once(builder(), 'exit')
    expect(builds()).toBe(2)
    expect(cached()).toEqual([expect.stringMatching(/^Inspector-[0-9a-f]{16}$/)])
  })

  test('comes to its end when the session that wanted it is ended meanwhile', async () => {
    const wanted = `
      const { builtProject } = await import(${JSON.stringify(built)})
      setInterval(() => undefined, 60_000)
      await builtProject('Inspector', process.env)`
    const argv = ['--input-type=module', '-e', wanted]
    const marked = { ...env, DAPPLEX_OWNER: folder }
    const session = spawn(process.execPath, argv, { stdio: 'ignore', env: marked, detached: true })
    await untilWritten(join(folder, 'builds'), () => builds() || undefined)
    const ended = once(session, 'exit')
    for (const pid of familyOf(must(session.pid))) killIfAlive(pid)
    await ended
    go()
    await once(builder(), 'exit')
    expect(builds()).toBe(1)
    expect(cached()).toEqual([expect.stringMatching(/^Inspector-[0-9a-f]{16}$/)])
  })

  test('does not hold a request for longer than its patience; progress and a late end are told', async () => {
    const told: string[] = []
    const events = new EventEmitter()
    const [said, isLate] = [once(events, 'output'), once(events, 'invalidated')]
    const tell = (event: string) => {
      told.push(event)
      events.emit(event)
    }
    const build = new HelperBuild(env, { tell, patience: 50 })
    expect(await build.wait()).toBe(false)
    await said
    expect(told).toEqual(['progressStart', 'output'])
    go()
    await isLate
    expect(told).toEqual(['progressStart', 'output', 'progressEnd', 'invalidated'])
    expect(await build.wait()).toBe(true)
  })
})
