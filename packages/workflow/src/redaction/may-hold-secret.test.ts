import { describe, expect, test } from 'vitest'
import { mayHoldSecret } from './may-hold-secret.js'
import { makeRedactor } from './redact.js'

const long = 'a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8'
const names = [
  ...['password', 'userPasswords', 'passwd', 'PASSWD', 'clientSecret', 'secrets', 'credential', 'apiKey', 'api_keys'],
  ...['API-KEY', 'apis key', 'apikey', 'privateKey', 'private_key', 'accessToken', 'auth_token', 'refreshToken'],
  ...['session-token', 'token', 'tokens', 'connectionString', 'connection string', 'Authorization', 'cookies'],
]
const values = [
  ...['-----BEGIN RSA PRIVATE KEY-----', `eyJ${long}.${long}.x`, `Bearer ${long}`, `bearer ${long}`, `ghp_${long}`],
  ...[
    `github_pat_${long}`,
    `sk-${long}`,
    `sk-ant-${long}`,
    'AKIAABCDEFGHIJKLMNOP',
    'ASIAABCDEFGHIJKLMNOP',
    `ghr_${long}`,
  ],
  ...[`xoxb-${long}`, `sk_live_${long}`, `pk_test_${long}`, `AIza${long}`, `glpat-${long}`, `npm_${long}`],
  ...['https://user:pass@host/', 'redis://:pass@host/', 'Server=x;Password=y;', 'pwd=y;'],
]

describe('what the redactor hides is suspected', () => {
  const redact = makeRedactor({})
  test.each(names)('under the name %s', (name) => {
    const value = { [name]: 'x' }
    expect(redact(value).count).toBe(1)
    expect(mayHoldSecret(JSON.stringify(value))).toBe(true)
    expect(mayHoldSecret(JSON.stringify({ name, value: 'x' }))).toBe(true)
  })
  test.each(values)('of the form %s', (value) => {
    expect(redact(value).count).toBe(1)
    expect(mayHoldSecret(JSON.stringify({ body: `before "${value}` }))).toBe(true)
  })
  test('an ordinary message is not', () => {
    const frame = { id: 1, name: 'total', line: 17, column: 1, source: { path: '/app/orders.py', sourceReference: 0 } }
    expect(mayHoldSecret(JSON.stringify({ seq: 3, type: 'response', body: { stackFrames: [frame] } }))).toBe(false)
  })
})
