import type { AdapterDefinition } from '@dapplex/protocol'
import type { AdapterLocation, PlaceResult } from './location.js'
import { missing } from './location.js'
import { runBriefly } from './run-briefly.js'

/** Asks a found adapter for its version and compares it with the definition's `minimum`. @throws Error where no process can be started */
export async function checkVersion(definition: AdapterDefinition, location: AdapterLocation): Promise<PlaceResult> {
  const probe = definition.version
  if (probe === undefined) return { kind: 'found', location }
  const said = await runBriefly(location.command, [...location.args, ...probe.args])
  if (said === undefined) return missing(`${location.path}: does not run with ${probe.args.join(' ')}`)
  const version = new RegExp(probe.pattern).exec(said)?.[1]
  if (version === undefined) {
    if (probe.minimum === undefined) return { kind: 'found', location }
    return missing(`${location.path}: reports no version; ${probe.minimum} or later is needed`)
  }
  if (probe.minimum !== undefined && isOlder(version, probe.minimum))
    return missing(`${location.path}: version ${version} is too old; ${probe.minimum} or later is needed`)
  return { kind: 'found', location: { ...location, version } }
}

/** Compares dotted numbers; a missing part is 0, letters after a number are ignored. */
export function isOlder(version: string, minimum: string): boolean {
  const [a, b] = [numbers(version), numbers(minimum)]
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const [left, right] = [a[i] ?? 0, b[i] ?? 0]
    if (left !== right) return left < right
  }
  return false
}

const numbers = (version: string): number[] => version.split(/[.\-+]/).map((part) => Number.parseInt(part, 10) || 0)
