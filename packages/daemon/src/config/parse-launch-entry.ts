import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import type { LaunchConfiguration } from './launch-configuration.js'

/** Members that only the editor uses. They are not arguments of an adapter. */
const EDITOR_KEYS = new Set([
  'name',
  'type',
  'request',
  'presentation',
  'preLaunchTask',
  'postDebugTask',
  'internalConsoleOptions',
  'debugServer',
  'serverReadyAction',
  'suppressMultipleSessionWarning',
  'windows',
  'linux',
  'osx',
])
/** Members that become parts of the launch request. They are written again in the adapter's argument names. */
const SPEC_KEYS = new Set(['program', 'args', 'cwd', 'env', 'stopOnEntry', 'stopAtEntry'])

const PLATFORM: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'osx', win32: 'windows' }

/** Reads one entry of a launch.json's `configurations`; undefined without a name. The platform's part overrides the rest. */
export function parseLaunchEntry(entry: unknown, file: string): LaunchConfiguration | undefined {
  if (!isJsonObject(entry) || typeof entry['name'] !== 'string') return undefined
  const ofPlatform = entry[PLATFORM[process.platform] ?? '']
  const all: JsonObject = { ...entry, ...(isJsonObject(ofPlatform) ? ofPlatform : {}) }
  return {
    name: entry['name'],
    file,
    request: all['request'] === 'attach' ? 'attach' : 'launch',
    ...text(all, 'type'),
    ...text(all, 'program'),
    ...text(all, 'cwd'),
    args: Array.isArray(all['args']) ? all['args'].map(argumentOf) : [],
    env: isJsonObject(all['env']) ? textsOf(all['env']) : {},
    stopAtEntry: all['stopOnEntry'] === true || all['stopAtEntry'] === true,
    adapterArgs: Object.fromEntries(
      Object.entries(all).filter(([key]) => !EDITOR_KEYS.has(key) && !SPEC_KEYS.has(key)),
    ),
  }
}

function text<K extends string>(from: JsonObject, key: K): Partial<Record<K, string>> {
  const value = from[key]
  return typeof value === 'string' ? ({ [key]: value } as Partial<Record<K, string>>) : {}
}

const textsOf = (from: JsonObject): Record<string, string> =>
  Object.fromEntries(Object.entries(from).flatMap(([key, value]) => (isScalar(value) ? [[key, String(value)]] : [])))

/** A list or an object is no argument of a program: it is given as the file has it. */
const argumentOf = (value: unknown): string => (isScalar(value) ? String(value) : JSON.stringify(value))

/** In VS Code `null` removes a variable; here it is left out. */
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
