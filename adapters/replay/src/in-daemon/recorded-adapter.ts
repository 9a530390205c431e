import { closeSync, openSync, readSync } from 'node:fs'
import { isJsonObject } from '@dapplex/protocol'
import { readHeader } from '@dapplex/recording'

const HEADER_BYTES = 4096

/** The adapter that a recording names at its beginning, or undefined. It never throws: the launch reports what is wrong. */
export function recordedAdapter(file: string): string | undefined {
  const flight = readHeader(file)
  if (flight !== undefined) return flight.adapter
  try {
    const header: unknown = JSON.parse(firstLine(file))
    const adapter = isJsonObject(header) ? header['adapter'] : undefined
    return typeof adapter === 'string' ? adapter : undefined
  } catch {
    return undefined
  }
}

function firstLine(path: string): string {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(HEADER_BYTES)
    const text = buffer.toString('utf8', 0, readSync(file, buffer, 0, HEADER_BYTES, 0))
    return text.split('\n')[0] ?? ''
  } finally {
    closeSync(file)
  }
}
