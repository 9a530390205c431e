import { spawnSync } from 'node:child_process'
import { PROBES, type ProgramName } from './requirement-probes.js'

/** Whether a program that some tests need is on this machine. */
export type Requirement =
  | {
      readonly kind: 'present'
      readonly name: ProgramName
      /** How to start it, with the arguments that make it what the tests need: an adapter on stdio, say. */
      readonly command: readonly [string, ...string[]]
      /** What it says about its version, one line. */
      readonly version: string
    }
  | { readonly kind: 'absent'; readonly name: ProgramName; readonly reason: string }

/** Comma-separated names, or `all`: what must be there, so that a machine meant to run everything skips nothing silently. */
const REQUIRED = 'DAPPLEX_TEST_REQUIRE'

/** No program takes this long to say its version, however busy the machine is. */
const HANG_MS = 180_000

const known = new Map<ProgramName, Requirement>()

/**
 * Looks for a program, once per process, by running it.
 * @throws Error if it is absent and the environment variable DAPPLEX_TEST_REQUIRE names it or says `all`
 */
export function requirement(name: ProgramName): Requirement {
  const result = known.get(name) ?? probe(name)
  known.set(name, result)
  const required = (process.env[REQUIRED] ?? '').split(',')
  const isDemanded = required.includes(name) || (required.includes('all') && PROBES[name].isRare !== true)
  if (result.kind === 'absent' && isDemanded) {
    throw new Error(`${result.reason} (${REQUIRED} asks for it)`)
  }
  return result
}

/** Why tests that need these programs are skipped; undefined if all are there. For `context.skip(reason)`. */
export function missing(...names: readonly ProgramName[]): string | undefined {
  const reasons = names.map((name) => requirement(name)).flatMap((one) => (one.kind === 'absent' ? [one.reason] : []))
  return reasons.length === 0 ? undefined : reasons.join('; ')
}

/**
 * How to start a program.
 * @throws Error with the reason if it is absent; ask `missing` first
 */
export function commandOf(name: ProgramName): readonly [string, ...string[]] {
  const result = requirement(name)
  if (result.kind === 'absent') throw new Error(result.reason)
  return result.command
}

function probe(name: ProgramName): Requirement {
  const { candidates, start, versionArgs, advice } = PROBES[name]
  for (const candidate of candidates()) {
    const { status, stdout, stderr, error } = spawnSync(candidate, versionArgs, { encoding: 'utf8', timeout: HANG_MS })
    // A program that is there must not be taken for one that is not, or its tests would be skipped.
    if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT')
      throw new Error(`${[candidate, ...versionArgs].join(' ')} has not ended within ${HANG_MS} ms`)
    if (status !== 0) continue
    const printed = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim())
    const version = printed.find((line) => /\d/.test(line)) ?? ''
    return { kind: 'present', name, command: [candidate, ...start], version }
  }
  return { kind: 'absent', name, reason: `${name} not found: ${advice}` }
}
