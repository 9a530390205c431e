import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { checkOrigin, checkToken } from './check-request.js'

function request(headers: Record<string, string>, url = '/rpc'): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  message.url = url
  Object.assign(message.headers, headers)
  return message
}

describe('who may ask', () => {
  test.each([
    { headers: { host: '127.0.0.1:4711' }, want: 'admitted', why: 'a local program' },
    { headers: { host: 'localhost' }, want: 'admitted', why: 'by name' },
    { headers: { host: '[::1]:4711' }, want: 'admitted', why: 'IPv6' },
    { headers: { host: '127.0.0.1', origin: 'https://evil.example' }, want: 'refused', why: 'a web page' },
    { headers: { host: '127.0.0.1', origin: 'http://127.0.0.1:4711' }, want: 'refused', why: 'a page of this machine' },
    {
      headers: { host: '127.0.0.1', origin: 'null' },
      want: 'refused',
      why: 'a page without an origin (file, sandbox)',
    },
    { headers: { host: 'evil.example:4711' }, want: 'refused', why: 'DNS rebinding' },
    { headers: { host: '127.0.0.1.evil.example' }, want: 'refused', why: 'a name that begins like an address' },
    { headers: {}, want: 'refused', why: 'no Host (HTTP/1.0)' },
  ])('$want: $why', ({ headers, want }) => expect(checkOrigin(request(headers)).kind).toBe(want))

  const me = { name: 'me', role: 'owner' } as const
  const gate = {
    local: me,
    find: (token: string) =>
      token === 'right'
        ? { kind: 'granted' as const, grant: { principal: me } }
        : { kind: 'refused' as const, why: 'unknown' as const, afterMs: 7 },
  }
  const rest = { address: '127.0.0.1', gate, admit: () => undefined, closeWith: () => undefined }
  const ingress = { kind: 'tcp', ...rest } as const
  test.each([
    { headers: { authorization: 'Bearer right' }, url: '/rpc', want: 'admitted', why: 'in the header' },
    { headers: { authorization: 'bearer right' }, url: '/rpc', want: 'admitted', why: 'the scheme in any case' },
    { headers: {}, url: '/rpc?token=right', want: 'refused', why: 'in the address, where logs keep it' },
    { headers: { authorization: 'Bearer right' }, url: '/rpc?token=x', want: 'refused', why: 'in both' },
    { headers: { authorization: 'Bearer wrong' }, url: '/rpc', want: 'refused', why: 'a wrong one' },
    { headers: { authorization: 'Bearer ' }, url: '/rpc', want: 'refused', why: 'an empty one' },
    { headers: { authorization: 'Basic cmlnaHQ6' }, url: '/rpc', want: 'refused', why: 'another scheme' },
    { headers: {}, url: '/rpc', want: 'refused', why: 'none' },
    { headers: {}, url: '//', want: 'refused', why: 'an address that is none' },
  ])('token on TCP $want: $why', ({ headers, url, want }) =>
    expect(checkToken(request(headers as Record<string, string>, url), ingress).kind).toBe(want),
  )

  test('the answer to a wrong token waits as long as the gate says', () =>
    expect(checkToken(request({ authorization: 'Bearer wrong' }), ingress)).toMatchObject({ status: 401, afterMs: 7 }))

  test('the socket of this user needs none; one that is given counts', () => {
    const unix = { kind: 'unix', ...rest } as const
    expect(checkToken(request({}), unix)).toEqual({ kind: 'admitted', principal: me })
    expect(checkToken(request({ authorization: 'Bearer wrong' }), unix).kind).toBe('refused')
  })
})
