import { toolError } from '@dapplex/protocol'
import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Resource, TextResourceContents } from '@modelcontextprotocol/server'
import type { Caller } from '../surface/caller.js'
import { parseResourceUri, partUri, SESSIONS_URI, type ResourceAddress, type SessionPart } from './resource-address.js'
import { sourceText } from './source-text.js'

/** The end of the output that is shown; `output_get` reads all of it. */
const OUTPUT_BYTES = 65_536

const PARTS: Readonly<
  Record<SessionPart, { readonly title: string; readonly description: string; readonly mimeType: string }>
> = {
  state: {
    title: 'State',
    description: 'Whether the program runs, is stopped (where and why) or has exited, and who else is in the session',
    mimeType: 'application/json',
  },
  source: {
    title: 'Source at the stop',
    description: 'The source around the place where the program stands; an error while it runs',
    mimeType: 'text/plain',
  },
  output: { title: 'Output', description: 'The end of what the program has written', mimeType: 'text/plain' },
}

/** The current resources: those of each session, including ended ones that can still be read. */
export function listResources(caller: Caller): Resource[] {
  const sessions = caller.sessions.list()
  return [
    {
      uri: SESSIONS_URI,
      name: 'sessions',
      title: 'The debug sessions',
      description: 'Every session of the daemon with its adapter, program, state and clients',
      mimeType: 'application/json',
    },
    ...sessions.flatMap(({ id, program }) =>
      (Object.keys(PARTS) as SessionPart[]).map((part) => ({
        uri: partUri(id, part),
        name: `${id} ${part}`,
        ...PARTS[part],
        title: `${PARTS[part].title} of ${program === undefined || program === '' ? id : program} (${id})`,
      })),
    ),
  ]
}

export const resourceTemplates = () =>
  (Object.keys(PARTS) as SessionPart[]).map((part) => ({
    uriTemplate: partUri('{session_id}', part),
    name: part,
    ...PARTS[part],
  }))

/**
 * Reads one resource by calling the tool that has its content.
 * @throws ProtocolError for an unknown URI, and with the surface's error as its data where the tool refuses
 */
export async function readResource(caller: Caller, uri: string, signal: AbortSignal): Promise<TextResourceContents> {
  const address = demandResource(uri)
  const read = (tool: string, params: Readonly<Record<string, unknown>>) => caller.call(tool, params, signal)
  try {
    if (address.kind === 'sessions') return json(uri, await read('sessions_list', {}))
    const { sessionId: session_id, part } = address
    switch (part) {
      case 'state':
        return json(uri, await read('debug_state', { session_id }))
      case 'source':
        return text(uri, sourceText(await read('source_get', { session_id })))
      case 'output':
        return text(uri, await lastOutput(caller, session_id, signal))
    }
  } catch (failure) {
    const { code, message, data } = caller.toolError(failure, uri).wire
    throw new ProtocolError(code, message, data)
  }
}

/** @throws ResourceNotFoundError for a URI that names nothing that dapplex has */
export function demandResource(uri: string): ResourceAddress {
  const address = parseResourceUri(uri)
  if (address !== undefined) return address
  throw new ResourceNotFoundError(uri, `There is no resource ${uri}; resources/list names them`)
}

async function lastOutput(caller: Caller, sessionId: string, signal: AbortSignal): Promise<string> {
  const session = caller.sessions.find(sessionId)
  if (session === undefined) throw toolError('SESSION_NOT_FOUND', { session_id: sessionId })
  const since = Math.max(0, session.output(Number.MAX_SAFE_INTEGER).next - OUTPUT_BYTES)
  const { output } = (await caller.call('output_get', { session_id: sessionId, since }, signal)) as unknown as {
    readonly output: readonly { readonly text: string }[]
  }
  return output.map((piece) => piece.text).join('')
}

const json = (uri: string, value: unknown): TextResourceContents => ({
  uri,
  mimeType: 'application/json',
  text: JSON.stringify(value),
})
const text = (uri: string, value: string): TextResourceContents => ({ uri, mimeType: 'text/plain', text: value })
