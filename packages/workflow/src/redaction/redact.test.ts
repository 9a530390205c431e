import { describe, expect, test } from 'vitest'
import { makeRedactor, REDACTED } from './redact.js'

const redact = makeRedactor({
  DEPLOY_TOKEN: 'unrelated',
  DB_PASSWORD: 'hunter2-hunter2',
  HOME: '/home/someone',
  API_KEY: 'short',
})

/** Assembled, so that no scanner takes this file's examples for real secrets. */
const glue = (...parts: string[]) => parts.join('')

describe('workflow 34, 35: keys', () => {
  test.each([
    'password',
    'Password',
    'userPassword',
    'user_password',
    'DB_PASSWORD',
    'passwords',
    'secret',
    'clientSecret',
    'credentials',
    'apiKey',
    'api_key',
    'API-KEY',
    'x-api-key',
    'privateKey',
    'accessToken',
    'access_token',
    'authToken',
    'refreshToken',
    'sessionToken',
    'token',
    'tokens',
    'connectionString',
    '_connectionString',
    'authorization',
    'Cookie',
    'setCookie',
    'this.user["apiKey"]',
  ])('%s is hidden', (key) => expect(redact({ [key]: 'anything' })).toEqual({ value: { [key]: REDACTED }, count: 1 }))

  test.each([
    'cancellationToken',
    'tokenCount',
    'author',
    'authors',
    'privateField',
    'keyboard',
    'monkey',
    'apiVersion',
    'tokenizer',
    'passwordLength',
    'secretary',
    'access',
    'authenticated',
    'nextToken',
    'key',
    'publicKey',
  ])('%s stays', (key) => expect(redact({ [key]: 'anything' })).toEqual({ value: { [key]: 'anything' }, count: 0 }))
})

describe('workflow 34, 36: values', () => {
  test.each([
    { why: 'a PEM key', text: glue('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIE') },
    { why: 'a JSON web token', text: glue('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.abcDEF123-_') },
    { why: 'a bearer token in a header line', text: glue('Authorization: Bearer', ' abcdefgh12345678') },
    { why: 'a GitHub token', text: glue('ghp', '_abcdefghijklmnopqrstuvwxyz0123456789') },
    { why: 'an API key with a well-known prefix', text: glue('sk', '-ant-api03-abcdefghijklmnopqrstuvwxyz') },
    { why: 'an AWS key id', text: glue('AKIA', 'ABCDEFGHIJKLMNOP') },
    { why: 'a Slack token', text: glue('xox', 'b-1234567890-abcdef') },
    { why: 'a payment key', text: glue('sk', '_live_abcdefghijklmnop') },
    { why: 'user info in a URL', text: glue('postgres://admin:', 'pw@db.example/orders') },
    { why: 'a connection string', text: 'Server=localhost;Password=x;Database=y' },
    { why: 'a value under a sensitive name in a preview', text: "{apiKey: 'x1', id: 7}" },
    { why: 'a value under a sensitive name in JSON', text: '{"user":{"password": "x"}}' },
    { why: 'the value of a variable that ends in TOKEN', text: 'deploy with unrelated' },
    { why: 'the literal value of a sensitive variable', text: 'login with hunter2-hunter2 failed' },
  ])('$why is hidden whole', ({ text }) => expect(redact([text, 1])).toEqual({ value: [REDACTED, 1], count: 1 }))

  test.each([
    { why: 'a git hash', text: '2f2f07f55cbe2d1e5cc8e19fb1d7c3a0b8f2a3d4' },
    { why: 'a UUID', text: '123e4567-e89b-12d3-a456-426614174000' },
    { why: 'a URL without user info', text: 'https://example.org/a:b@c' },
    { why: 'a sentence about passwords', text: 'the password was wrong' },
    { why: 'a public key', text: glue('-----BEGIN PUBLIC', ' KEY-----') },
    { why: 'the value of a variable that is not sensitive', text: '/home/someone' },
    { why: 'a sensitive variable too short to look for', text: 'a short text' },
    { why: 'an equals sign in code', text: 'password == expected' },
    { why: 'a preview without secrets', text: "{tokenCount: '7', author: 'ada'}" },
    { why: 'an address', text: '0x00007FF8A1234560' },
    { why: 'base64 of no known shape', text: 'aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=' },
  ])('$why stays', ({ text }) => expect(redact(text)).toEqual({ value: text, count: 0 }))
})

describe('workflow 35: rows of variables', () => {
  test('a row whose name is sensitive hides its value, not its name or type', () =>
    expect(
      redact({
        variables: [
          { name: '_password', type: 'string', value: '"x"' },
          { name: 'id', value: '1' },
        ],
      }),
    ).toEqual({
      value: {
        variables: [
          { name: '_password', type: 'string', value: REDACTED },
          { name: 'id', value: '1' },
        ],
      },
      count: 1,
    }))
  test('a flag under a sensitive name tells nothing', () =>
    expect(redact({ password: true, secret: null }).count).toBe(0))
  test('what an expression that names a secret gave', () =>
    expect(redact({ expression: 'user.apiKey', result: '"k"' }).value).toEqual({
      expression: 'user.apiKey',
      result: REDACTED,
    }))
})
