import { homedir } from 'node:os'
import { join } from 'node:path'
import type { EntryForm } from './entry-forms.js'

/** The MCP clients that `dapplex skill --install` knows. */
export const CLIENTS = ['claude', 'codex', 'copilot', 'cursor', 'gemini'] as const
export type ClientName = (typeof CLIENTS)[number]

/** For the user in all projects, or for everybody who works in one. */
export type Scope = 'user' | 'project'

/** How a client reads the definition of a subagent. */
export type SubagentForm = 'markdown' | 'toml'

/** Where a client keeps things, as absolute paths. */
export interface ClientPlaces {
  readonly title: string
  /** `SKILL.md` stands in a folder of the skill's name. */
  readonly skillFolder: string
  /** Files with its MCP servers; each has a reader of its own. */
  readonly entries: readonly { readonly path: string; readonly form: EntryForm }[]
  readonly subagent: { readonly folder: string; readonly suffix: string; readonly form: SubagentForm }
}

/**
 * Source: the clients' documentation. Claude Code: "Connect Claude Code to tools via MCP", "Skills", "Subagents". Codex: "Agent
 * Skills", "Subagents", "Configuration" (`CODEX_HOME`). GitHub Copilot CLI: "Adding MCP servers", "Agent skills", "Creating custom
 * agents"; VS Code: "Use MCP servers". Cursor: "MCP", "Agent Skills", "Subagents". Gemini CLI: "MCP servers", "Managing agent
 * skills", "Subagents".
 */
const PLACES: Readonly<Record<ClientName, (scope: Scope, base: string, env: NodeJS.ProcessEnv) => ClientPlaces>> = {
  claude: (scope, base, env) => {
    const own = env['CLAUDE_CONFIG_DIR']
    const folder = scope === 'user' && isSet(own) ? own : join(base, '.claude')
    const file = scope === 'project' ? '.mcp.json' : '.claude.json'
    return {
      title: 'Claude Code',
      skillFolder: join(folder, 'skills'),
      entries: [{ path: join(scope === 'user' && isSet(own) ? own : base, file), form: 'stdioServer' }],
      subagent: { folder: join(folder, 'agents'), suffix: '.md', form: 'markdown' },
    }
  },
  codex: (scope, base, env) => {
    const own = env['CODEX_HOME']
    const folder = scope === 'user' && isSet(own) ? own : join(base, '.codex')
    return {
      title: 'Codex',
      skillFolder: join(base, '.agents', 'skills'),
      entries: [{ path: join(folder, 'config.toml'), form: 'tomlTable' }],
      subagent: { folder: join(folder, 'agents'), suffix: '.toml', form: 'toml' },
    }
  },
  copilot: (scope, base, env) => {
    const own = env['COPILOT_HOME']
    const user = isSet(own) ? own : join(base, '.copilot')
    const folder = scope === 'user' ? user : join(base, '.github')
    return {
      title: 'GitHub Copilot',
      skillFolder: join(folder, 'skills'),
      entries:
        scope === 'user'
          ? [{ path: join(folder, 'mcp-config.json'), form: 'localServer' }]
          : [
              { path: join(folder, 'mcp.json'), form: 'localServer' },
              { path: join(base, '.vscode', 'mcp.json'), form: 'codeServer' },
            ],
      subagent: { folder: join(folder, 'agents'), suffix: '.agent.md', form: 'markdown' },
    }
  },
  cursor: (_scope, base) => ({
    title: 'Cursor',
    skillFolder: join(base, '.cursor', 'skills'),
    entries: [{ path: join(base, '.cursor', 'mcp.json'), form: 'stdioServer' }],
    subagent: { folder: join(base, '.cursor', 'agents'), suffix: '.md', form: 'markdown' },
  }),
  gemini: (_scope, base) => ({
    title: 'Gemini CLI',
    skillFolder: join(base, '.gemini', 'skills'),
    entries: [{ path: join(base, '.gemini', 'settings.json'), form: 'plainServer' }],
    subagent: { folder: join(base, '.gemini', 'agents'), suffix: '.md', form: 'markdown' },
  }),
}

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''

/** @param project the project's folder; without it the places are the user's */
export function placesOf(client: ClientName, project: string | undefined, env: NodeJS.ProcessEnv): ClientPlaces {
  return project === undefined ? PLACES[client]('user', homedir(), env) : PLACES[client]('project', project, env)
}
