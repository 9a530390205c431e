/** What can be read of a session. */
export const SESSION_PARTS = ['state', 'source', 'output'] as const
export type SessionPart = (typeof SESSION_PARTS)[number]

export type ResourceAddress =
  { readonly kind: 'sessions' } | { readonly kind: 'part'; readonly sessionId: string; readonly part: SessionPart }

export const SESSIONS_URI = 'dapplex://sessions'

export const partUri = (sessionId: string, part: SessionPart | `{${string}}`): string =>
  `${SESSIONS_URI}/${sessionId}/${part}`

/** Parses a resource's URI; undefined if dapplex has no such resource. */
export function parseResourceUri(uri: string): ResourceAddress | undefined {
  if (uri === SESSIONS_URI) return { kind: 'sessions' }
  const [, sessionId, part] = /^dapplex:\/\/sessions\/([^/?#]+)\/([a-z]+)$/.exec(uri) ?? []
  const known = SESSION_PARTS.find((one) => one === part)
  return sessionId === undefined || known === undefined ? undefined : { kind: 'part', sessionId, part: known }
}
