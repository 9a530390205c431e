import { InvalidArgumentError } from 'commander'

/** Readers of option values; what they refuse is a usage error. */

export function toPort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('a port is a whole number from 0 to 65535')
  return port
}

export function toSeconds(text: string): number {
  const seconds = Number(text)
  if (!Number.isFinite(seconds) || seconds < 0) throw new InvalidArgumentError('give a number of seconds, 0 or more')
  return seconds
}
