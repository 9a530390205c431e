/** How an MCP client starts dapplex. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Only what must be set; empty for nothing. */
  readonly env: Readonly<Record<string, string>>
}

export type EntryValue = Readonly<Record<string, unknown>>

interface Form {
  readonly language: 'json' | 'toml'
  /** The member that holds the servers, by name. */
  readonly servers: string
  readonly value: (command: ServerCommand) => EntryValue
}

const plain = ({ command, args, env }: ServerCommand): EntryValue => ({
  command,
  args,
  ...(Object.keys(env).length === 0 ? {} : { env }),
})

/** The forms in which clients write a server that speaks over stdio. */
export const ENTRY_FORMS = {
  plainServer: { language: 'json', servers: 'mcpServers', value: plain },
  stdioServer: { language: 'json', servers: 'mcpServers', value: (how) => ({ type: 'stdio', ...plain(how) }) },
  /** `tools` names the tools that may be called. */
  localServer: {
    language: 'json',
    servers: 'mcpServers',
    value: (how) => ({ type: 'local', ...plain(how), tools: ['*'] }),
  },
  codeServer: { language: 'json', servers: 'servers', value: (how) => ({ type: 'stdio', ...plain(how) }) },
  tomlTable: { language: 'toml', servers: 'mcp_servers', value: plain },
} as const satisfies Readonly<Record<string, Form>>

export type EntryForm = keyof typeof ENTRY_FORMS
