import { InvalidArgumentError } from 'commander'

/** Readers of option values. A value that they refuse is a usage error. */

export function toPort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('a port is a whole number from 0 to 65535')
  return port
}

export function toPid(text: string): number {
  const pid = Number(text)
  if (!Number.isInteger(pid) || pid < 1) throw new InvalidArgumentError('a process id is a whole number from 1')
  return pid
}

export function toSeconds(text: string): number {
  const seconds = Number(text)
  if (!Number.isFinite(seconds) || seconds < 0) throw new InvalidArgumentError('give a number of seconds, 0 or more')
  return seconds
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
/** Ten years. */
const LONGEST_MS = 3650 * 86_400_000

/** `30m`, `12h`, `7d`, in ms. */
export function toLifetime(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? []
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN)
  if (ms > 0 && ms <= LONGEST_MS) return ms
  throw new InvalidArgumentError('give a time such as 30m, 12h or 7d, at most 3650d')
}
