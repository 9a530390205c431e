import type { IncomingMessage } from 'node:http'
import type { RefusedFor } from './gate.js'
import type { Ingress } from './ingress.js'
import type { Principal } from './principals.js'

/** Whether an HTTP request may go on, or the status to refuse it with, why, and how long the answer waits, in ms. */
export type Admission<T = object> = ({ readonly kind: 'admitted' } & T) | Refusal

export interface Refusal {
  readonly kind: 'refused'
  readonly status: 401 | 403
  readonly why: string
  readonly afterMs: number
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

/**
 * Asks for a token, on the socket only where one is given: `Authorization: Bearer TOKEN`. One in the address is refused even if it
 * is right: addresses get into logs and histories.
 */
export function checkToken(
  request: IncomingMessage,
  { kind, address, gate, admit }: Ingress,
): Admission<{ readonly principal: Principal }> {
  if (requestUrl(request).searchParams.has('token'))
    return refused(401, 'a token does not belong into an address: send "Authorization: Bearer TOKEN"')
  const given = bearerOf(request)
  if (given === undefined) {
    if (kind === 'unix') return { kind: 'admitted', principal: gate.local }
    return refused(401, 'a token is needed: "Authorization: Bearer TOKEN"; it is in the state folder')
  }
  const verdict = gate.find(given, address)
  if (verdict.kind === 'refused') return refused(401, REASONS[verdict.why], verdict.afterMs)
  admit(verdict.grant)
  return { kind: 'admitted', principal: verdict.grant.principal }
}

const REASONS: Readonly<Record<RefusedFor, string>> = {
  unknown: 'the token does not belong to this daemon, or was removed',
  expired: 'the time of this token is over: ask the user of the daemon for another one',
  unreadable: 'the daemon cannot read its list of tokens; its log says why',
}

export function requestUrl(request: IncomingMessage): URL {
  return URL.canParse(request.url ?? '/', 'http://localhost')
    ? new URL(request.url ?? '/', 'http://localhost')
    : new URL('http://localhost/')
}

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

const refused = (status: 401 | 403, why: string, afterMs = 0): Refusal => ({ kind: 'refused', status, why, afterMs })
