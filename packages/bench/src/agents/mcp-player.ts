import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { isJsonObject, type JsonObject } from '@dapplex/protocol'

/** What a player has spent. Bytes: of the arguments and of the texts of the answers, as a model writes and reads them. */
export interface Spent {
  readonly calls: number
  readonly bytes: number
  readonly ms: number
}

export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A launch builds and starts a program, on a machine that may be busy. */
const PATIENT = { timeout: 300_000 }

/** A client of an MCP server on stdio that counts what it spends. */
export class McpPlayer {
  readonly #client = new Client({ name: 'bench', version: '1.0.0' })
  #spent: Spent = { calls: 0, bytes: 0, ms: 0 }

  static async start({ command, args, env = {} }: ServerCommand): Promise<McpPlayer> {
    const player = new McpPlayer()
    const own = { ...process.env, ...env }
    const given = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
    await player.#client.connect(
      new StdioClientTransport({ command, args: [...args], env: Object.fromEntries(given), stderr: 'ignore' }),
    )
    return player
  }

  /** What the calls since the last time have cost. */
  takeSpent(): Spent {
    const spent = this.#spent
    this.#spent = { calls: 0, bytes: 0, ms: 0 }
    return spent
  }

  /** The text of an answer. What a tool refuses is an answer too. */
  async call(name: string, args: JsonObject): Promise<string> {
    const started = performance.now()
    const { content } = await this.#client.callTool({ name, arguments: args }, PATIENT)
    const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n')
    const { calls, bytes, ms } = this.#spent
    this.#spent = {
      calls: calls + 1,
      bytes: bytes + Buffer.byteLength(JSON.stringify(args)) + Buffer.byteLength(text),
      ms: ms + performance.now() - started,
    }
    return text
  }

  /** The bytes of the list of tools, which a model has in its context before the first call. */
  async listBytes(): Promise<number> {
    const { tools } = await this.#client.listTools()
    return Buffer.byteLength(JSON.stringify(tools))
  }

  end(): Promise<void> {
    return this.#client.close()
  }
}

/** The answer as an object; nothing where it is other text. */
export function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
