import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { classifyFirstBytes } from './first-bytes.js'

describe('the front door: first bytes', () => {
  test.each([
    { text: 'Content-Length: 1', want: 'dap', why: 'DAP' },
    { text: 'cOnTeNt-', want: 'dap', why: 'in any case, decided at the dash' },
    { text: 'GET / HTTP/1.1', want: 'http', why: 'a page, a WebSocket' },
    { text: 'POST ', want: 'http', why: 'MCP' },
    { text: 'OPTIONS * HTTP/1.1', want: 'http', why: 'a preflight' },
    { text: 'CONNECT ', want: 'http', why: 'begins as Content does' },
    { text: 'PRI * HTTP/2.0', want: 'http', why: 'HTTP/2' },
    { text: '', want: undefined, why: 'nothing yet' },
    { text: 'C', want: undefined, why: 'CONNECT or Content' },
    { text: 'CON', want: undefined, why: 'still both' },
    { text: 'GET', want: undefined, why: 'a method that may go on' },
    { text: 'get / HTTP/1.1', want: 'unknown', why: 'methods have a case' },
    { text: 'GETX', want: 'unknown', why: 'no such method' },
    { text: '{"seq":1}', want: 'unknown', why: 'JSON without a frame' },
    { text: '\x16\x03\x01', want: 'unknown', why: 'TLS' },
    { text: 'Content:', want: 'unknown', why: 'another header' },
  ])('$why: $text', ({ text, want }) => expect(classifyFirstBytes(Buffer.from(text, 'latin1'))).toBe(want))
})
