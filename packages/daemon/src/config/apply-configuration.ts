import { dirname, resolve } from 'node:path'
import { nearestName, toolError, type LaunchSpec } from '@dapplex/protocol'
import type { PathMapping } from '@dapplex/tools'
import { ConfigError } from './config-error.js'
import type { LaunchConfiguration } from './launch-configuration.js'
import { listConfigurations } from './list-configurations.js'

/** A launch request merged with a named configuration: the caller's values override those of the configuration. */
export interface ConfiguredSpec {
  /** `type` or adapter id of the configuration. */
  readonly adapter?: string
  readonly spec: LaunchSpec
  readonly pathMappings?: readonly PathMapping[]
}

/**
 * Finds a configuration and merges the caller's request into it.
 * @throws ToolError INVALID_PARAMETER (`configuration`): unknown, an attach, or not usable outside an editor
 */
export async function applyConfiguration(name: string, spec: LaunchSpec): Promise<ConfiguredSpec> {
  const found = await findConfiguration(name, spec)
  if (found.request === 'attach')
    throw refuse(name, `configuration '${name}' of ${found.file} attaches; use debug_attach`)
  const base = spec.cwd === '' ? dirname(found.file) : spec.cwd
  const cwd = found.cwd === undefined ? base : resolve(base, found.cwd)
  return {
    ...(found.type === undefined ? {} : { adapter: found.type }),
    ...(found.pathMappings === undefined ? {} : { pathMappings: found.pathMappings }),
    spec: runtimeAsProgram({
      program: spec.program === '' ? (found.program ?? '') : spec.program,
      args: spec.args.length > 0 ? spec.args : found.args,
      cwd,
      env: { ...found.env, ...spec.env },
      stopAtEntry: spec.stopAtEntry || found.stopAtEntry,
      adapterArgs: { ...found.adapterArgs, ...spec.adapterArgs },
    }),
  }
}

/**
 * VS Code starts `npm test` without a program: `runtimeExecutable: "npm", runtimeArgs: ["test"]`. Here the command is the
 * program.
 */
function runtimeAsProgram(spec: LaunchSpec): LaunchSpec {
  const { runtimeExecutable, runtimeArgs, ...adapterArgs } = spec.adapterArgs
  if (spec.program !== '' || typeof runtimeExecutable !== 'string') return spec
  const before = Array.isArray(runtimeArgs) ? runtimeArgs.map(String) : []
  return { ...spec, program: runtimeExecutable, args: [...before, ...spec.args], adapterArgs }
}

async function findConfiguration(name: string, spec: LaunchSpec): Promise<LaunchConfiguration> {
  const file = spec.program === '' ? {} : { file: resolve(spec.cwd, spec.program) }
  try {
    const all = await listConfigurations({ from: spec.cwd, env: process.env, ...file })
    const found = all.find((one) => one.name === name)
    if (found !== undefined) return found.resolve()
    throw unknown(
      name,
      all.map((one) => one.name),
      spec.cwd,
    )
  } catch (error) {
    throw error instanceof ConfigError ? refuse(name, error.message) : error
  }
}

function unknown(name: string, known: readonly string[], folder: string): Error {
  const near = nearestName(name, known)
  const fields = { field: 'configuration', parameter: 'configuration', value: name, allowed: known }
  const hint = near === undefined ? '' : `; did you mean '${near}'?`
  const where = folder === '' ? 'of the user; give cwd or program to search a workspace' : `in ${folder}`
  const message = `No configuration '${name}' is known ${where}${hint}`
  return toolError('INVALID_PARAMETER', near === undefined ? fields : { ...fields, nearest: near }, message)
}

const refuse = (name: string, message: string): Error =>
  toolError('INVALID_PARAMETER', { field: 'configuration', parameter: 'configuration', value: name }, message)
