import { rpcError } from '@dapplex/protocol'
import type { ServerContext } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import type { Caller } from '../surface/caller.js'
import { callTool } from './call-tool.js'

const HOSTILE = '\u001b]52;c;QQ==\u0007\u009b2J\u007f\u202eend\u2028'
const context = { mcpReq: { signal: new AbortController().signal } } as ServerContext

test.each([
  { why: 'a result', call: () => Promise.resolve({ output: HOSTILE }) },
  { why: 'a failure', call: () => Promise.reject(rpcError('INTERNAL', HOSTILE)) },
])('MCP: a client that prints the text of $why sends its terminal no escapes', async ({ call }) => {
  const caller = { call, toolError: (error: unknown) => error } as unknown as Caller
  const { content, structuredContent } = await callTool(caller, { name: 'output_get', arguments: {} }, context)
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  expect(text.match(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu)).toBeNull()
  expect(JSON.parse(text)).toEqual(structuredContent)
  expect(JSON.stringify(structuredContent)).toContain('end')
})
