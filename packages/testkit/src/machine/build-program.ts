import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { commandOf } from './requirements.js'

const run = promisify(execFile)

/** Builds a C file with debug information and without optimization. Resolves with the program's path. Needs `cc`. */
export function buildC(source: string): Promise<string> {
  return build([source], async (out) => {
    const program = basename(source, extname(source))
    await run(commandOf('cc')[0], ['-g', '-O0', '-fno-omit-frame-pointer', '-o', join(out, program), source])
    return program
  })
}

/** Builds the Go module in a folder, unoptimized, so that every variable can be read. Needs `go`. */
export function buildGo(folder: string): Promise<string> {
  return build(sourcesOf(folder), async (out) => {
    const program = basename(folder)
    await run(commandOf('go')[0], ['build', '-gcflags=all=-N -l', '-o', join(out, program), '.'], { cwd: folder })
    return program
  })
}

/** Builds a C# project, Debug. Resolves with the path of its dll, to be run with `dotnet`. Needs `dotnet`. */
export function buildDotnet(project: string): Promise<string> {
  const folder = dirname(project)
  return build(sourcesOf(folder), async (out) => {
    // Outside the fixture, and without build servers that keep running: tests count processes.
    const intermediate = join(out, 'obj', '/')
    const quiet = ['--nologo', '-v', 'quiet', '-nodeReuse:false', '-p:UseSharedCompilation=false']
    const places = ['-o', join(out, 'bin'), `-p:BaseIntermediateOutputPath=${intermediate}`]
    await run(commandOf('dotnet')[0], ['build', project, '-c', 'Debug', ...places, ...quiet], {
      env: { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' },
    })
    return join('bin', `${basename(project, '.csproj')}.dll`)
  })
}

const sourcesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => join(folder, name))

/**
 * Built once for the same sources at the same place, and shared by all test processes: each builds in a folder of its own, and
 * the first to rename it to its final name wins.
 * @param make builds into a folder and resolves with the program's path below it
 */
async function build(sources: readonly string[], make: (out: string) => Promise<string>): Promise<string> {
  const hash = createHash('sha256')
  for (const source of [...sources].sort()) hash.update(source).update('\0').update(readFileSync(source)).update('\0')
  const final = join(tmpdir(), `dapplex-fixture-${process.getuid?.() ?? 0}-${hash.digest('hex').slice(0, 20)}`)
  const stamp = join(final, 'program')
  if (!existsSync(stamp)) await buildInto(final, make)
  return join(final, readFileSync(stamp, 'utf8'))
}

async function buildInto(final: string, make: (out: string) => Promise<string>): Promise<void> {
  const out = mkdtempSync(`${final}-`)
  try {
    const program = await make(out)
    writeFileSync(join(out, 'program'), program)
    renameSync(out, final)
  } catch (error) {
    rmSync(out, { recursive: true, force: true })
    if (!existsSync(join(final, 'program'))) throw error
  }
}
