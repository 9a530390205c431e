import type { IncomingMessage } from 'node:http'
import type { Gate } from './gate.js'
import type { Principal } from './principals.js'

/** Whether an HTTP request may go on, or the status to refuse it with and why. */
export type Admission<T = object> =
  ({ readonly kind: 'admitted' } & T) | { readonly kind: 'refused'; readonly status: 401 | 403; readonly why: string }

/** How a connection came: over the socket that only this user can open, or over TCP, where a token is needed. */
export interface Ingress {
  readonly kind: 'unix' | 'tcp'
  readonly gate: Pick<Gate, 'local' | 'find'>
}

const LOOPBACK_HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

/**
 * Keeps web pages out, with or without a token: a browser always sends Origin with a WebSocket or a cross-site request, and a
 * page that has its name point at this machine (DNS rebinding) sends that name as Host.
 */
export function checkOrigin({ headers }: IncomingMessage): Admission {
  const { origin, host } = headers
  if (origin !== undefined) return refused(403, 'requests of web pages (with an Origin header) are not served')
  if (host === undefined || !LOOPBACK_HOSTS.test(host))
    return refused(403, 'the Host header must be 127.0.0.1, localhost or [::1]')
  return { kind: 'admitted' }
}

/** Asks for a token, on the socket only where one is given: `Authorization: Bearer TOKEN`, or `?token=TOKEN` for clients that cannot set headers. */
export function checkToken(
  request: IncomingMessage,
  { kind, gate }: Ingress,
): Admission<{ readonly principal: Principal }> {
  const given = bearerOf(request) ?? requestUrl(request).searchParams.get('token')
  if (given === null || given === '') {
    if (kind === 'unix') return { kind: 'admitted', principal: gate.local }
    return refused(401, 'a token is needed: "Authorization: Bearer TOKEN"; it is in the state folder')
  }
  const principal = gate.find(given)
  return principal === undefined
    ? refused(401, 'the token does not belong to this daemon')
    : { kind: 'admitted', principal }
}

export function requestUrl(request: IncomingMessage): URL {
  return URL.canParse(request.url ?? '/', 'http://localhost')
    ? new URL(request.url ?? '/', 'http://localhost')
    : new URL('http://localhost/')
}

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

const refused = (status: 401 | 403, why: string) => ({ kind: 'refused' as const, status, why })
