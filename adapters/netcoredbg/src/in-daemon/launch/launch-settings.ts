import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isJsonObject, toolError, type JsonObject } from '@dapplex/protocol'
import { splitCommandLine } from './split-command-line.js'

/** What a profile of `launchSettings.json` says about a launch. */
export interface LaunchProfile {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
}

/**
 * Reads a profile of `Properties/launchSettings.json` as `dotnet run --launch-profile` does: command line arguments,
 * working directory, environment; `applicationUrl` becomes ASPNETCORE_URLS. Only profiles that run the project itself.
 * @param project folder of the project
 * @throws ToolError LAUNCH_FAILED
 */
export function readProfile(project: string, name: string): LaunchProfile {
  const file = join(project, 'Properties', 'launchSettings.json')
  const profiles = profilesIn(file)
  const profile = profiles[name]
  if (!isJsonObject(profile))
    throw fail(`${file} has no profile '${name}'; it has ${Object.keys(profiles).join(', ') || 'none'}`)
  if (profile['commandName'] !== 'Project')
    throw fail(
      `profile '${name}' of ${file} does not run the project (commandName '${textOf(profile['commandName'])}')`,
    )
  const url = textOf(profile['applicationUrl'])
  const cwd = textOf(profile['workingDirectory'])
  return {
    args: splitCommandLine(textOf(profile['commandLineArgs'])),
    env: { ...(url === '' ? {} : { ASPNETCORE_URLS: url }), ...textsIn(profile['environmentVariables']) },
    ...(cwd === '' ? {} : { cwd: resolve(project, cwd) }),
  }
}

function profilesIn(file: string): JsonObject {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw fail(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    const settings: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    const profiles = isJsonObject(settings) ? settings['profiles'] : undefined
    return isJsonObject(profiles) ? profiles : {}
  } catch (error) {
    throw fail(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function textsIn(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  )
}

const fail = (reason: string): Error => toolError('LAUNCH_FAILED', { reason, adapter: 'netcoredbg' })
