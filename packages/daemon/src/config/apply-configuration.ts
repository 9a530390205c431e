import { dirname, resolve } from 'node:path'
import { nearestName, toolError, type LaunchWish } from '@dapplex/protocol'
import type { PathMapping } from '@dapplex/tools'
import { ConfigError } from './config-error.js'
import type { LaunchConfiguration } from './launch-configuration.js'
import { listConfigurations } from './list-configurations.js'

/** A launch wish with a named configuration under it: what the caller says counts over what the configuration says. */
export interface ConfiguredWish {
  /** `type` or adapter id of the configuration. */
  readonly adapter?: string
  readonly wish: LaunchWish
  readonly pathMappings?: readonly PathMapping[]
}

/**
 * Looks a configuration up and lays the caller's wish over it.
 * @throws ToolError INVALID_PARAMETER (`configuration`): unknown, for attaching, or not usable outside an editor
 */
export async function applyConfiguration(name: string, wish: LaunchWish): Promise<ConfiguredWish> {
  const found = await findConfiguration(name, wish)
  if (found.request === 'attach')
    throw refuse(name, `configuration '${name}' of ${found.file} attaches; use debug_attach`)
  const base = wish.cwd === '' ? dirname(found.file) : wish.cwd
  const cwd = found.cwd === undefined ? base : resolve(base, found.cwd)
  return {
    ...(found.type === undefined ? {} : { adapter: found.type }),
    ...(found.pathMappings === undefined ? {} : { pathMappings: found.pathMappings }),
    wish: {
      program: wish.program === '' ? (found.program ?? '') : wish.program,
      args: wish.args.length > 0 ? wish.args : found.args,
      cwd,
      env: { ...found.env, ...wish.env },
      stopAtEntry: wish.stopAtEntry || found.stopAtEntry,
      adapterArgs: { ...found.adapterArgs, ...wish.adapterArgs },
    },
  }
}

async function findConfiguration(name: string, wish: LaunchWish): Promise<LaunchConfiguration> {
  const file = wish.program === '' ? {} : { file: resolve(wish.cwd, wish.program) }
  try {
    const all = await listConfigurations({ from: wish.cwd, env: process.env, ...file })
    const found = all.find((one) => one.name === name)
    if (found !== undefined) return found.resolve()
    throw unknown(
      name,
      all.map((one) => one.name),
      wish.cwd,
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
