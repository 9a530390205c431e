import { isJsonObject } from '@dapplex/protocol'
import { beginningOf, readHeader } from '@dapplex/recording'

/** The adapter that a recording names at its beginning, or undefined. It never throws: the launch reports what is wrong. */
export function recordedAdapter(file: string): string | undefined {
  const flight = readHeader(file)
  if (flight !== undefined) return flight.adapter
  try {
    const header: unknown = JSON.parse(beginningOf(file).toString('utf8').split('\n')[0] ?? '')
    const adapter = isJsonObject(header) ? header['adapter'] : undefined
    return typeof adapter === 'string' ? adapter : undefined
  } catch {
    return undefined
  }
}
