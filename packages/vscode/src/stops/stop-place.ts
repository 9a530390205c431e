import type { Client } from '@dapplex/client'

/** Where a program stands. `line` counts from 1. */
export interface StopPlace {
  readonly file: string
  readonly line: number
  readonly function?: string
}

type Reader = { readonly tools: Pick<Client['tools'], 'stops_list'> }

/**
 * The place of a stop, as it is recorded: reading it does not make this window a client of the session. Undefined where the program
 * has moved on, stands in no file, or nothing is recorded.
 */
export async function stopPlace(
  client: Reader | undefined,
  { session_id: session, stop_id: stop }: { readonly session_id: string; readonly stop_id: number },
): Promise<StopPlace | undefined> {
  const answer = await client?.tools.stops_list({ session_id: session, count: 1 }).catch(() => undefined)
  const last = answer?.stops.at(-1)
  const { file, line, function: name } = last?.stop_id === stop ? (last.location ?? {}) : {}
  if (file === undefined || line === undefined) return undefined
  return { file, line, ...(name === undefined ? {} : { function: name }) }
}
