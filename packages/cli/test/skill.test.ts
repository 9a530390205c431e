import { jsonObject } from '@dapplex/testkit'
import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDaemonHome, type CommandOutcome, type DaemonHome } from './daemon-home.js'

const run = promisify(execFile)
const MOST_WORDS = 600
const MARK = 'Written by `dapplex skill`'

let daemon: DaemonHome
let user: string
beforeAll(async () => {
  daemon = await makeDaemonHome()
})
afterAll(() => daemon.end())
beforeEach(() => {
  user = mkdtempSync(join(tmpdir(), 'dapplex-user-'))
})
afterEach(() => rmSync(user, { recursive: true, force: true }))

/** `dapplex skill` for a user whose home is a folder of its own, and for whom `dapplex` is on PATH. */
async function skill(
  args: readonly string[],
  { cwd = user, env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<CommandOutcome> {
  const [command, main] = daemon.command
  const bin = join(user, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'dapplex'), '#!/bin/sh\n', { mode: 0o755 })
  const own = {
    HOME: user,
    PATH: bin,
    CLAUDE_CONFIG_DIR: '',
    CODEX_HOME: '',
    COPILOT_HOME: '',
    DAPPLEX_HOME: '',
    XDG_STATE_HOME: '',
  }
  try {
    const options = { cwd, env: { ...daemon.env, ...own, ...env } }
    return { exitCode: 0, ...(await run(command, [main, 'skill', ...args], options)) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { exitCode: code, stdout, stderr }
  }
}
async function done(...args: string[]): Promise<string> {
  const outcome = await skill(args)
  expect(outcome).toMatchObject({ exitCode: 0 })
  return outcome.stdout
}
const at = (path: string): string => join(user, path)
const read = (path: string): string => readFileSync(at(path), 'utf8')
function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text, { mode })
}
/** The lines of a text, without what an edit may add to the end of one. */
const linesOf = (text: string): string[] => text.split('\n').map((line) => line.replace(/,$/, ''))

/** What is in each client's file before dapplex comes, and what is there after. */
const JSON_BEFORE =
  '{\n    "theme": "dark",\n    "mcpServers": {\n        "other": {"command": "npx", "args": ["-y", "x"]}\n    },\n    "last": [1, 2]\n}\n'
const TOML_BEFORE =
  '# my settings\nmodel = "m" # fast\n\n[mcp_servers.other]\ncommand = "npx"\nargs = ["-y", "x"]\n\n[tui]\nwhen = 2026-01-01T00:00:00Z\n'
const CLIENTS = [
  {
    client: 'claude',
    config: '.claude.json',
    before: JSON_BEFORE,
    skillFile: '.claude/skills/dapplex/SKILL.md',
    subagent: '.claude/agents/dapplex-debugger.md',
    entry: { type: 'stdio', command: 'dapplex', args: ['mcp'] },
  },
  {
    client: 'codex',
    config: '.codex/config.toml',
    before: TOML_BEFORE,
    skillFile: '.agents/skills/dapplex/SKILL.md',
    subagent: '.codex/agents/dapplex-debugger.toml',
    entry: { command: 'dapplex', args: ['mcp'] },
  },
  {
    client: 'copilot',
    config: '.copilot/mcp-config.json',
    before: JSON_BEFORE,
    skillFile: '.copilot/skills/dapplex/SKILL.md',
    subagent: '.copilot/agents/dapplex-debugger.agent.md',
    entry: { type: 'local', command: 'dapplex', args: ['mcp'], tools: ['*'] },
  },
  {
    client: 'cursor',
    config: '.cursor/mcp.json',
    before: JSON_BEFORE,
    skillFile: '.cursor/skills/dapplex/SKILL.md',
    subagent: '.cursor/agents/dapplex-debugger.md',
    entry: { type: 'stdio', command: 'dapplex', args: ['mcp'] },
  },
  {
    client: 'gemini',
    config: '.gemini/settings.json',
    before: JSON_BEFORE,
    skillFile: '.gemini/skills/dapplex/SKILL.md',
    subagent: '.gemini/agents/dapplex-debugger.md',
    entry: { command: 'dapplex', args: ['mcp'] },
  },
] as const

/** The settings as a reader of another make sees them: `JSON.parse`, or Python's tomllib. */
async function settings(path: string): Promise<{ servers: Record<string, unknown>; all: unknown }> {
  const all = path.endsWith('.toml')
    ? (JSON.parse(
        (
          await run('python3', [
            '-c',
            'import tomllib,json,sys; print(json.dumps(tomllib.load(open(sys.argv[1],"rb")), default=str))',
            at(path),
          ])
        ).stdout,
      ) as Record<string, unknown>)
    : jsonObject(JSON.parse(read(path)))
  return { all, servers: jsonObject(all['mcp_servers'] ?? all['mcpServers']) }
}

describe.each(CLIENTS)('dapplex skill --install $client', ({ client, config, before, skillFile, subagent, entry }) => {
  test('writes skill, entry and subagent beside what is there; a second time it changes nothing; --remove takes all away', async () => {
    put(config, before, 0o600)
    expect(await done('--install', client, '--subagent')).toMatch(
      /adds the skill: .+\nadds the server 'dapplex': .+\nadds the subagent: /,
    )
    expect((await settings(config)).servers).toEqual({ other: { command: 'npx', args: ['-y', 'x'] }, dapplex: entry })
    const first = read(config)
    expect(linesOf(first)).toEqual(expect.arrayContaining(linesOf(before)))
    expect(statSync(at(config)).mode & 0o777).toBe(0o600)
    expect(read(skillFile)).toMatch(/^---\nname: dapplex\ndescription: ".+"\n---\n/)
    expect(read(skillFile).split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS)
    expect(read(subagent)).toMatch(
      /^(?:---\nname: dapplex-debugger\ndescription: |# Written by .+\nname = "dapplex-debugger"\ndescription = )/,
    )

    const again = await done('--install', client, '--subagent')
    expect(again.split('\n').filter((line) => line !== '' && !line.includes(' is there already: '))).toEqual([])
    expect(read(config)).toBe(first)

    await done('--remove', client)
    expect(read(config)).toBe(before)
    expect([skillFile, subagent].filter((path) => existsSync(at(path)))).toEqual([])
    expect(existsSync(dirname(at(skillFile)))).toBe(false)
    expect((await done('--remove', client)).match(/ is not there: /g)).toHaveLength(3)
  })
  test('makes the files that are not there; without --subagent it writes none', async () => {
    await done('--install', client)
    expect((await settings(config)).servers).toEqual({ dapplex: entry })
    expect(existsSync(at(subagent))).toBe(false)
  })
  test('refuses a broken file in words, and writes nothing at all', async () => {
    put(config, '{ "a": [ = 1')
    const { exitCode, stderr } = await skill(['--install', client])
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^error: .+ is not valid (JSON|TOML): .+; correct the file, then run this again\n$/,
      ),
    })
    expect(stderr).toContain(at(config))
    expect(read(config)).toBe('{ "a": [ = 1')
    expect(existsSync(at(skillFile))).toBe(false)
  })
  test('--print shows the files and only the own entry, and writes nothing', async () => {
    put(config, before)
    const shown = await done('--install', client, '--subagent', '--print')
    for (const path of [config, skillFile, subagent]) expect(shown).toContain(at(path))
    expect(shown).toMatch(/dapplex[\s\S]+mcp/)
    expect(shown).not.toContain('npx')
    expect(read(config)).toBe(before)
    expect(existsSync(at(skillFile))).toBe(false)
  })
  test('leaves a skill of somebody else alone: it refuses to write, and --remove keeps it', async () => {
    put(skillFile, '# mine\n')
    expect(await skill(['--install', client])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('dapplex did not write it'),
    })
    expect(existsSync(at(config))).toBe(false)
    expect(await done('--remove', client)).toContain('is left: dapplex did not write it')
    expect(read(skillFile)).toBe('# mine\n')
  })
  test('an older skill of its own is written again; an entry keeps what its owner has changed, but for --tools', async () => {
    await done('--install', client)
    const now = read(skillFile)
    put(skillFile, `---\nname: dapplex\n---\n<!-- ${MARK}, long ago -->\n`)
    put(config, read(config).replace(/"mcp"/, '"mcp", "--name", "me"'))
    await done('--install', client)
    expect(read(skillFile)).toBe(now)
    expect((await settings(config)).servers['dapplex']).toMatchObject({ args: ['mcp', '--name', 'me'] })
    await done('--install', client, '--tools', 'router')
    expect((await settings(config)).servers['dapplex']).toEqual({ ...entry, args: ['mcp', '--tools', 'router'] })
  })
})

describe('dapplex skill', () => {
  test('prints the skill; with --subagent the definition of a subagent', async () => {
    expect(await done()).toMatch(
      /^---\nname: dapplex\n[\s\S]+## The loop[\s\S]+## Starting[\s\S]+- Python: [\s\S]+## Do not/,
    )
    expect(await done('--subagent')).toMatch(/^---\nname: dapplex-debugger\n/)
    expect(readdirSync(user)).toEqual(['bin'])
  })
  test('--project writes into the folder where it runs, for other machines: the name of the command and no variables', async () => {
    const project = at('project')
    mkdirSync(project)
    const env = { DAPPLEX_HOME: '/somewhere', CODEX_HOME: at('elsewhere') }
    for (const { client } of CLIENTS)
      expect(await skill(['--install', client, '--project'], { cwd: project, env })).toMatchObject({ exitCode: 0 })
    const files = readdirSync(project, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(files.map(({ parentPath, name }) => join(parentPath, name).slice(project.length + 1)).sort()).toEqual([
      '.agents/skills/dapplex/SKILL.md',
      '.claude/skills/dapplex/SKILL.md',
      '.codex/config.toml',
      '.cursor/mcp.json',
      '.cursor/skills/dapplex/SKILL.md',
      '.gemini/settings.json',
      '.gemini/skills/dapplex/SKILL.md',
      '.github/mcp.json',
      '.github/skills/dapplex/SKILL.md',
      '.mcp.json',
      '.vscode/mcp.json',
    ])
    expect(JSON.parse(readFileSync(join(project, '.vscode/mcp.json'), 'utf8'))).toEqual({
      servers: { dapplex: { type: 'stdio', command: 'dapplex', args: ['mcp'] } },
    })
    expect(readdirSync(user).sort()).toEqual(['bin', 'project'])
  })
  test('follows a link to a configuration that is kept elsewhere', async () => {
    put('dotfiles/cursor.json', '{}\n')
    mkdirSync(at('.cursor'))
    symlinkSync(at('dotfiles/cursor.json'), at('.cursor/mcp.json'))
    await done('--install', 'cursor')
    expect(readFileSync(at('dotfiles/cursor.json'), 'utf8')).toContain('"dapplex"')
  })
  test.each([
    { variable: 'CLAUDE_CONFIG_DIR', client: 'claude', files: ['.claude.json', 'skills'] },
    { variable: 'CODEX_HOME', client: 'codex', files: ['config.toml'] },
    { variable: 'COPILOT_HOME', client: 'copilot', files: ['mcp-config.json', 'skills'] },
  ])("$variable is the folder of $client's files", async ({ variable, client, files }) => {
    expect(await skill(['--install', client], { env: { [variable]: at('own') } })).toMatchObject({ exitCode: 0 })
    expect(readdirSync(at('own')).sort()).toEqual(files)
  })
  test('a folder that cannot be written is told, with the path', async () => {
    put('.cursor', 'a file')
    expect(await skill(['--install', 'cursor'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(at('.cursor')),
    })
  })
  test.each([
    { args: ['--install', 'emacs'], says: 'Allowed choices are claude, codex, copilot, cursor, gemini' },
    { args: ['--install', 'claude', '--remove', 'claude'], says: 'cannot be used with' },
    { args: ['--project'], says: 'belong to --install CLIENT' },
  ])('$args is wrong usage, exit code 2', async ({ args, says }) => {
    expect(await skill(args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(says) })
  })
})

test('the entry starts a server that an MCP client can use, also where dapplex is not on PATH', async () => {
  const path = dirname(process.execPath)
  const env = { DAPPLEX_HOME: daemon.home, PATH: `${path}${delimiter}${at('node_modules/.bin')}` }
  put('node_modules/.bin/dapplex', '#!/bin/sh\n')
  chmodSync(at('node_modules/.bin/dapplex'), 0o755)
  expect(await skill(['--install', 'gemini', '--tools', 'router'], { env })).toMatchObject({ exitCode: 0 })
  const { servers } = await settings('.gemini/settings.json')
  const entry = servers['dapplex'] as { command: string; args: string[]; env: Record<string, string> }
  expect(entry.env).toEqual({ DAPPLEX_HOME: daemon.home })
  const client = new Client({ name: 'installed', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ ...entry, env: { ...entry.env, PATH: path }, stderr: 'ignore' }))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['tools_find', 'tool_call', 'tool_help'])
  await client.close()
})
