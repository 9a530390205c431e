import { describe, expect, test } from 'vitest'
import { Redactor } from './redactor.js'

const packed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
const unpacked = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
const fields = (value: string) => ({ found: { objects: [{ fields: [{ name: 'api_key', value }] }] } })

describe('JSON that a reader in the program has packed as base64', () => {
  test.each(["'", '"', ''])('has no secret in it, in the quotes %j that it came in', (quote) => {
    const redactor = new Redactor({})
    const message = { body: { result: `${quote}${packed(fields("'sk-live-1234567890abcdef'"))}${quote}` } }
    expect(redactor.mayHide(JSON.stringify(message))).toBe(true)
    const { value, count } = redactor.redact(message)
    const { body } = value as typeof message
    const text = body.result.slice(quote.length, body.result.length - quote.length)
    expect(body.result).toBe(`${quote}${text}${quote}`)
    expect([unpacked(text), count]).toEqual([fields('[REDACTED]'), 1])
  })
  test('stays as it is where it only looks like it', () => {
    const message = { result: 'eyJub3QganNvbg' }
    expect(new Redactor({}).redact(message)).toEqual({ value: message, count: 0 })
  })
})
