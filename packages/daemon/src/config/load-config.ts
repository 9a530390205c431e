import { homedir } from 'node:os'
import { join } from 'node:path'
import { nearestName } from '@dapplex/protocol'
import { z } from 'zod'
import { ConfigError } from './config-error.js'
import { configSchema, type Config } from './config-schema.js'
import { readJsonc } from './read-jsonc.js'

export const CONFIG_FILE = 'dapplex.jsonc'

/** The user's file: `$XDG_CONFIG_HOME/dapplex/dapplex.jsonc`, else `~/.config/dapplex/dapplex.jsonc`. */
export function userConfigPath(env: NodeJS.ProcessEnv): string {
  const xdg = env['XDG_CONFIG_HOME']
  return join(xdg?.startsWith('/') === true ? xdg : join(homedir(), '.config'), 'dapplex', CONFIG_FILE)
}

/**
 * Reads one configuration file; an absent one is empty.
 * @throws ConfigError naming the unknown key and the nearest known, or the wrong value
 */
export async function loadConfig(path: string): Promise<Config> {
  const value = await readJsonc(path)
  return value === undefined ? {} : configOf(value, path)
}

/**
 * What a configuration file holds.
 * @param path names it in errors
 * @throws ConfigError naming the unknown key and the nearest known, or the wrong value
 */
export function configOf(value: unknown, path: string): Config {
  const parsed = configSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  // A mistyped key also shows up as a missing one: the error names the typo, not its consequence.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  throw new ConfigError(`${path}: ${issue === undefined ? 'not a configuration' : explain(issue)}`)
}

function explain(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.')
  if (issue.code !== 'unrecognized_keys') return `${place === '' ? 'the file' : `"${place}"`}: ${issue.message}`
  const [key] = issue.keys
  const known = knownKeys(issue.path)
  const near = nearestName(key ?? '', known)
  const where = place === '' ? '' : ` in "${place}"`
  const remedy = near === undefined ? `the known keys are ${known.join(', ')}` : `did you mean "${near}"?`
  return `unknown key "${key ?? ''}"${where}; ${remedy}`
}

/** The keys of the schema at a path. Array indexes and record names are skipped. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema: unknown = configSchema
  for (const step of path) schema = stepInto(unwrap(schema), step)
  const found = unwrap(schema)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : schema
}

function stepInto(schema: unknown, step: PropertyKey): unknown {
  if (schema instanceof z.ZodObject) return schema.shape[String(step)] as unknown
  if (schema instanceof z.ZodArray) return schema.element
  if (schema instanceof z.ZodRecord) return schema.valueType
  return undefined
}
