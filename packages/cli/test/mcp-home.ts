import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonObject, readJson, z } from '@dapplex/testkit'
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'

/** The official SDK's client, which nobody here wrote, against `dapplex mcp` and `/mcp`, in both revisions of the protocol. */
export const INGRESSES = [
  { ingress: 'stdio', era: 'legacy' },
  { ingress: 'stdio', era: { pin: '2026-07-28' } },
  { ingress: 'http', era: 'legacy' },
  { ingress: 'http', era: { pin: '2026-07-28' } },
] as const
export type Ingress = (typeof INGRESSES)[number]

interface Opening {
  readonly name?: string
  readonly tools?: 'core' | 'all' | 'router'
  readonly options?: ConstructorParameters<typeof Client>[1]
}

/** A daemon, and MCP clients of it. */
export interface McpHome {
  readonly daemon: DaemonHome
  readonly state: { readonly port: number; readonly socket: string }
  readonly token: string
  open(which: Ingress, opening?: Opening): Promise<Client>
  /** Something else to close before the daemon ends. */
  closeLater(...opened: { close(): unknown }[]): void
  end(): Promise<void>
}

export async function makeMcpHome(): Promise<McpHome> {
  const daemon = await makeDaemonHome()
  await daemon.dapplex('daemon', 'start')
  const state = readJson(z.object({ port: z.int(), socket: z.string() }), join(daemon.home, 'daemon.json'))
  const token = readFileSync(join(daemon.home, 'token'), 'utf8').trim()
  const opened: { close(): unknown }[] = []

  const stdio = (tools: string) => {
    const [command, main] = daemon.command
    const env = Object.fromEntries(
      Object.entries(daemon.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    )
    return new StdioClientTransport({ command, args: [main, 'mcp', '--tools', tools], env, stderr: 'ignore' })
  }
  const http = (tools: string) => {
    const url = new URL(`http://127.0.0.1:${state.port}/mcp?tools=${tools}`)
    return new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } })
  }
  return {
    daemon,
    state,
    token,
    open: async ({ ingress, era }, { name = `sdk-${ingress}`, tools = 'core', options = {} } = {}) => {
      const client = new Client({ name, version: '1.0.0' }, { ...options, versionNegotiation: { mode: era } })
      await client.connect(ingress === 'stdio' ? stdio(tools) : http(tools))
      opened.push(client)
      return client
    },
    closeLater: (...others) => void opened.push(...others),
    end: async () => {
      for (const one of opened) await one.close()
      await daemon.end()
    },
  }
}

export type Result = Record<string, unknown>

/** Calls a tool that succeeds; its text says the same as its structured content. */
export async function call(client: Client, name: string, args: Result = {}): Promise<Result> {
  const answer: CallToolResult = await client.callTool({ name, arguments: args })
  expect(answer.isError, JSON.stringify(answer.structuredContent)).not.toBe(true)
  const [text] = answer.content
  expect(JSON.parse(text?.type === 'text' ? text.text : '')).toEqual(answer.structuredContent)
  return jsonObject(answer.structuredContent)
}
