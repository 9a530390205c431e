import { toolError } from '@dapplex/protocol'
import type { ConfigurationRow } from '@dapplex/tools'
import { ConfigError } from './config-error.js'
import { listConfigurations, type NamedConfiguration } from './list-configurations.js'

/**
 * The named configurations for people and models, each with the reason if it cannot be used.
 * @throws ToolError INVALID_PARAMETER (`workspace`) for a file that cannot be read
 */
export async function describeConfigurations(workspace: string | undefined): Promise<readonly ConfigurationRow[]> {
  try {
    return (await listConfigurations({ from: workspace ?? '', env: process.env })).map(describe)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw toolError(
      'INVALID_PARAMETER',
      { field: 'workspace', parameter: 'workspace', value: workspace },
      error.message,
    )
  }
}

function describe(configuration: NamedConfiguration): ConfigurationRow {
  const { name, file } = configuration
  try {
    const { request, type, program, args, cwd } = configuration.resolve()
    return {
      name,
      file,
      request,
      ...(type === undefined ? {} : { adapter: type }),
      ...(program === undefined ? {} : { program }),
      ...(args.length === 0 ? {} : { args }),
      ...(cwd === undefined ? {} : { cwd }),
    }
  } catch (error) {
    if (error instanceof ConfigError) return { name, file, unusable: error.message }
    throw error
  }
}
