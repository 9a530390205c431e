import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { access, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findSdk, roslynFolder, type DotnetSdk } from './find-sdk.js'

/** The C# projects that this package contains as source, and the assembly of each. */
export const projects = {
  Inspector: 'Dapplex.Inspector.dll',
  ExpressionCompiler: 'Dapplex.ExpressionCompiler.dll',
} as const
export type ProjectName = keyof typeof projects

export type Built =
  { readonly kind: 'built'; readonly path: string } | { readonly kind: 'unavailable'; readonly reason: string }

/** In ms. A first build takes about 5 s on a slow machine. */
const BUILD_TIMEOUT = 180_000

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

async function buildOnce(name: ProjectName, { sdk, env }: Tools): Promise<string> {
  const source = packageFile(`dotnet/${name}`)
  const root = join(cacheFolder(env), 'dotnet')
  const target = join(root, `${name}-${await contentHash(source, sdk)}`)
  const assembly = join(target, projects[name])
  if (await exists(assembly)) return assembly
  // Built aside and moved: two adapters that start at once must not see each other's half.
  const aside = join(root, `building-${randomUUID()}`)
  await mkdir(root, { recursive: true })
  try {
    await cp(source, aside, { recursive: true, filter: (path) => !/[\\/](bin|obj)$/.test(path) })
    const args = ['build', '-c', 'Release', '-o', join(aside, 'out'), '-nodeReuse:false', '-v', 'quiet', '-nologo']
    const properties = ['-p:UseSharedCompilation=false', `-p:RoslynFolder=${roslynFolder(sdk)}`]
    await run(sdk.dotnet, [...args, ...properties], { cwd: aside, timeout: BUILD_TIMEOUT, env: buildEnvironment(env) })
    await rename(join(aside, 'out'), target).catch(() => undefined)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  if (!(await exists(assembly))) throw new Error(`the build left no ${projects[name]}`)
  return assembly
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
