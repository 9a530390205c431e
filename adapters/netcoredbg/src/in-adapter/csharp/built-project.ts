import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { access, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findSdk, roslynFolder, type DotnetSdk } from './find-sdk.js'
import { withLock } from './with-lock.js'

/** The C# projects that this package contains as source, and the assembly of each. */
export const projects = {
  Inspector: 'Dapplex.Inspector.dll',
  ExpressionCompiler: 'Dapplex.ExpressionCompiler.dll',
} as const
export type ProjectName = keyof typeof projects

export type Built =
  { readonly kind: 'built'; readonly path: string } | { readonly kind: 'unavailable'; readonly reason: string }

/** In ms. A first build takes about 5 s, and some minutes on a machine that is very busy. */
const BUILD_TIMEOUT = 600_000

/** How often it is looked, every 50 ms, whether a build has begun. */
const MOST_LOOKS = 200

const run = promisify(execFile)
const packageFile = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/**
 * The assembly of a C# project of this package: the prebuilt one, or one that is built once with the installed SDK. The cache
 * key is the content of the source. Never throws: `reason` says what is missing.
 */
export async function builtProject(name: ProjectName, env: NodeJS.ProcessEnv): Promise<Built> {
  const sdk = await findSdk(env)
  const prebuilt = packageFile(`prebuilt/${name}/${projects[name]}`)
  if (await runsHere(prebuilt, sdk)) return { kind: 'built', path: prebuilt }
  if (sdk === undefined)
    return { kind: 'unavailable', reason: 'no .NET SDK was found (`dotnet --list-sdks` lists none): install one' }
  try {
    return { kind: 'built', path: await buildOnce(name, { sdk, env }) }
  } catch (error) {
    return { kind: 'unavailable', reason: `dotnet build of ${name} failed: ${failureText(error)}` }
  }
}

/** A prebuilt assembly needs the runtime that it was built for. With an older SDK it is built again. */
async function runsHere(assembly: string, sdk: DotnetSdk | undefined): Promise<boolean> {
  if (!(await exists(assembly))) return false
  const settings = await readFile(assembly.replace(/\.dll$/, '.runtimeconfig.json'), 'utf8').catch(() => undefined)
  const needed = /"version":\s*"(\d+)\./.exec(settings ?? '')?.[1]
  return needed === undefined || (sdk !== undefined && Number(sdk.version.split('.')[0]) >= Number(needed))
}

/** `DAPPLEX_CACHE`, or else the cache folder of the user. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const { DAPPLEX_CACHE: chosen, XDG_CACHE_HOME: xdg } = env
  if (chosen !== undefined && chosen !== '') return chosen
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.cache'), 'dapplex')
}

interface Tools {
  readonly sdk: DotnetSdk
  readonly env: NodeJS.ProcessEnv
}

/** Builds that this process waits for. */
const waitedFor = new Map<string, Promise<string>>()

async function buildOnce(name: ProjectName, tools: Tools): Promise<string> {
  const place = await placeOf(name, tools)
  const { root, target, assembly } = place
  if (await exists(assembly)) return assembly
  const known = waitedFor.get(target)
  if (known !== undefined) return known
  const build = mkdir(root, { recursive: true })
    .then(() => buildInBackground(name, { place, env: tools.env }))
    .then(async () => {
      if (await exists(assembly)) return assembly
      throw new Error(await readFile(failureFile(target), 'utf8').catch(() => `the build left no ${projects[name]}`))
    })
    .finally(() => waitedFor.delete(target))
  waitedFor.set(target, build)
  return build
}

interface BuildPlace {
  readonly root: string
  readonly target: string
  readonly assembly: string
}

async function placeOf(name: ProjectName, { sdk, env }: Tools): Promise<BuildPlace> {
  const root = join(cacheFolder(env), 'dotnet')
  const target = join(root, `${name}-${await contentHash(packageFile(`dotnet/${name}`), sdk)}`)
  return { root, target, assembly: join(target, projects[name]) }
}

const failureFile = (target: string) => `${target}.failed`

/**
 * A process of its own builds, so that the build comes to its end also when this one is ended before it. A second process is
 * waited for here, which waits for the first one.
 */
async function buildInBackground(name: ProjectName, { place, env }: { place: BuildPlace; env: NodeJS.ProcessEnv }) {
  const starter = buildProcess(BUILD_APART_COMMAND, { name, env })
  await once(starter, 'exit')
  // The other process is nobody's child, so that it has no event.
  for (
    let looks = starter.exitCode === 0 ? 0 : MOST_LOOKS;
    looks < MOST_LOOKS && !(await exists(`${place.target}.lock`));
    looks += 1
  ) {
    if (await exists(place.assembly)) return
    await sleep(50)
  }
  await once(buildProcess(BUILD_COMMAND, { name, env }), 'exit')
}

/** `main.js --build NAME` builds a project, or waits for the process that does. */
export const BUILD_COMMAND = '--build'
/** `main.js --build-apart NAME` starts that in a process which does not belong to the session that asked for it. */
export const BUILD_APART_COMMAND = '--build-apart'

/**
 * The process that this one starts outlives it: its parent ends at once, and it has no mark of the daemon's (`DAPPLEX_OWNER`),
 * which ends all processes of a session.
 */
export async function buildProjectApart(name: ProjectName, env: NodeJS.ProcessEnv): Promise<void> {
  const { DAPPLEX_OWNER: _owner, ...unmarked } = env
  await once(buildProcess(BUILD_COMMAND, { name, env: unmarked }), 'spawn')
}

function buildProcess(command: string, { name, env }: { name: ProjectName; env: NodeJS.ProcessEnv }): ChildProcess {
  const entry = fileURLToPath(new URL('../../main.js', import.meta.url))
  const child = spawn(process.execPath, [entry, command, name], { detached: true, stdio: 'ignore', env })
  child.unref()
  return child
}

/** Builds a project once: a lock names the process that builds. Failures are written beside the target. */
export async function buildProjectHere(name: ProjectName, env: NodeJS.ProcessEnv): Promise<void> {
  const sdk = await findSdk(env)
  if (sdk === undefined) return
  const place = await placeOf(name, { sdk, env })
  await mkdir(place.root, { recursive: true })
  await withLock(`${place.target}.lock`, async () => {
    if (await exists(place.assembly)) return
    await rm(failureFile(place.target), { force: true })
    await build(name, place, { sdk, env }).catch((error: unknown) =>
      writeFile(failureFile(place.target), failureText(error)),
    )
  })
}

async function build(name: ProjectName, { target }: BuildPlace, { sdk, env }: Tools): Promise<void> {
  // Built aside and renamed, so that nobody sees a half of it. The folder of an interrupted build is built over.
  const aside = `${target}.building`
  await rm(aside, { recursive: true, force: true })
  try {
    const isSource = (path: string) => !/[\\/](bin|obj)$/.test(path)
    await cp(packageFile(`dotnet/${name}`), aside, { recursive: true, filter: isSource })
    const args = ['build', '-c', 'Release', '-o', join(aside, 'out'), '-nodeReuse:false', '-v', 'quiet', '-nologo']
    const properties = ['-p:UseSharedCompilation=false', `-p:RoslynFolder=${roslynFolder(sdk)}`]
    await run(sdk.dotnet, [...args, ...properties], { cwd: aside, timeout: BUILD_TIMEOUT, env: buildEnvironment(env) })
    await rename(join(aside, 'out'), target)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** The build must leave no server running and must not use the network. */
const buildEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_NOLOGO: '1',
  DOTNET_CLI_USE_MSBUILD_SERVER: '0',
  MSBUILDDISABLENODEREUSE: '1',
  DOTNET_STARTUP_HOOKS: '',
})

async function contentHash(folder: string, sdk: DotnetSdk): Promise<string> {
  const hash = createHash('sha256').update(sdk.version)
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(cs|csproj)$/.test(name))
  for (const name of names.filter((one) => !/(^|[\\/])(bin|obj)[\\/]/.test(one)).sort()) {
    hash.update(name).update(await readFile(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** The first error lines of the compiler. */
function failureText(error: unknown): string {
  const printed = typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : ''
  const lines = printed.split('\n').filter((line) => line.includes('error'))
  if (lines.length > 0) return lines.slice(0, 3).join('; ').trim()
  return error instanceof Error ? error.message : String(error)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
