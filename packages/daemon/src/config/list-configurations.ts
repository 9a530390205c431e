import { dirname, join } from 'node:path'
import { isJsonObject } from '@dapplex/protocol'
import { ConfigError } from './config-error.js'
import { CONFIG_FILE, loadConfig, userConfigPath } from './load-config.js'
import type { Config } from './config-schema.js'
import { replaceVariables, type LaunchVariables } from './launch-variables.js'
import type { LaunchConfiguration } from './launch-configuration.js'
import { parseLaunchEntry } from './parse-launch-entry.js'
import { readJsonc } from './read-jsonc.js'

export interface ConfigurationSearch {
  /** Absolute folder. The nearest folder at or above it with such files is used. Empty: no workspace is known. */
  readonly from: string
  readonly file?: string
  readonly env: NodeJS.ProcessEnv
}

/** A configuration. Its variables are replaced only when it is chosen, so that a broken one does not affect the others. */
export interface NamedConfiguration {
  readonly name: string
  readonly file: string
  /** @throws ConfigError for a variable without a value */
  resolve(): LaunchConfiguration
}

/** All named configurations for a launch from a folder: dapplex.jsonc and launch.json of the workspace, then the user's. */
export async function listConfigurations(search: ConfigurationSearch): Promise<readonly NamedConfiguration[]> {
  const found: NamedConfiguration[] = []
  for (const folder of foldersUpFrom(search.from)) {
    const variables: LaunchVariables = {
      workspaceFolder: folder,
      env: search.env,
      ...(search.file === undefined ? {} : { file: search.file }),
    }
    found.push(...(await fromConfig(join(folder, CONFIG_FILE), variables)))
    found.push(...(await fromLaunchFile(join(folder, '.vscode', 'launch.json'), variables)))
    if (found.length > 0) break
  }
  const user: LaunchVariables = { workspaceFolder: search.from, env: search.env }
  return [...found, ...(await fromConfig(userConfigPath(search.env), user))]
}

function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder)
  if (folder === '') return []
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)]
}

async function fromConfig(path: string, variables: LaunchVariables): Promise<NamedConfiguration[]> {
  const { configurations = [] } = await loadConfig(path)
  return configurations.map((entry) => ({
    name: entry.name,
    file: path,
    resolve: () => replaceVariables(fromEntry(entry, path), variables) as LaunchConfiguration,
  }))
}

type ConfigEntry = NonNullable<Config['configurations']>[number]

function fromEntry({ name, adapter, program, cwd, ...rest }: ConfigEntry, file: string): LaunchConfiguration {
  return {
    name,
    file,
    request: 'launch',
    program,
    ...(adapter === undefined ? {} : { type: adapter }),
    ...(cwd === undefined ? {} : { cwd }),
    args: rest.args ?? [],
    env: rest.env ?? {},
    stopAtEntry: rest.stop_at_entry ?? false,
    adapterArgs: rest.adapter_args ?? {},
    ...(rest.path_mappings === undefined ? {} : { pathMappings: rest.path_mappings }),
  }
}

async function fromLaunchFile(path: string, variables: LaunchVariables): Promise<NamedConfiguration[]> {
  const value = await readJsonc(path)
  return value === undefined ? [] : launchConfigurations(value, path, variables)
}

/** The configurations of a launch.json. @throws ConfigError where it has no list of them */
export function launchConfigurations(value: unknown, path: string, variables: LaunchVariables): NamedConfiguration[] {
  if (!isJsonObject(value) || !Array.isArray(value['configurations']))
    throw new ConfigError(`${path}: "configurations" must be a list; correct the file`)
  return value['configurations'].flatMap((entry) => {
    const parsed = parseLaunchEntry(entry, path)
    if (parsed === undefined) return []
    const { name } = parsed
    return [{ name, file: path, resolve: () => replaceVariables(parsed, variables) as LaunchConfiguration }]
  })
}
