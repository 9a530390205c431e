import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export interface DotnetSdk {
  /** The `dotnet` command. */
  readonly dotnet: string
  /** The folder of the newest SDK, which holds `Roslyn/bincore`. */
  readonly folder: string
  readonly version: string
}

const run = promisify(execFile)

/** The `dotnet` command in DOTNET_ROOT, or else on PATH. */
export async function findDotnet(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'dotnet.exe' : 'dotnet'
  const folders = [env['DOTNET_ROOT'], ...(env['PATH'] ?? '').split(delimiter)]
  for (const folder of folders) {
    if (folder === undefined || folder === '') continue
    const file = join(folder, name)
    if (await exists(file)) return file
  }
  return undefined
}

/** What each `dotnet` command has said, for the life of this process: several parts of one launch ask at once. */
const known = new Map<string, Promise<DotnetSdk | undefined>>()

/** The newest SDK of the `dotnet` command. Undefined when there is no command, or a runtime without an SDK. */
export async function findSdk(env: NodeJS.ProcessEnv): Promise<DotnetSdk | undefined> {
  const dotnet = await findDotnet(env)
  if (dotnet === undefined) return undefined
  const asked = known.get(dotnet) ?? newestSdk(dotnet)
  known.set(dotnet, asked)
  const sdk = await asked
  // It may be installed at any time.
  if (sdk === undefined) known.delete(dotnet)
  return sdk
}

/** It has no deadline: a busy machine is no machine without an SDK. */
async function newestSdk(dotnet: string): Promise<DotnetSdk | undefined> {
  const { stdout } = await run(dotnet, ['--list-sdks']).catch(() => ({ stdout: '' }))
  const last = stdout.trim().split('\n').at(-1) ?? ''
  const [, version, parent] = /^(\S+) \[(.+)\]$/.exec(last.trim()) ?? []
  if (version === undefined || parent === undefined) return undefined
  return { dotnet, folder: join(parent, version), version }
}

/** The folder of the SDK's compiler. */
export const roslynFolder = (sdk: DotnetSdk): string => join(sdk.folder, 'Roslyn', 'bincore')

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
