import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isJsonObject } from '@dapplex/protocol'
import { missingIn, type Case, type Round } from './cases.js'
import { McpPlayer, objectIn } from './mcp-player.js'
import { lineOf, type LanguageName, type Program } from './programs.js'
import type { Proof } from './proof.js'

/** Another MCP server for debugging. It is fetched into a temporary folder when the bench runs. */
const PACKAGE = '@debugmcp/mcp-debugger'
export const RIVAL = `${PACKAGE} 0.24.2`

/** What it calls the languages that it has. */
const LANGUAGES: Readonly<Partial<Record<LanguageName, string>>> = {
  Python: 'python',
  JavaScript: 'javascript',
  'C#': 'dotnet',
  Go: 'go',
}

export async function startRival(): Promise<McpPlayer> {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-rival-'))
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, RIVAL.replace(' ', '@')]
  await promisify(execFile)('npm', install)
  const main = join(folder, 'node_modules', PACKAGE, 'dist', 'cli.mjs')
  return McpPlayer.start({ command: process.execPath, args: [main, 'stdio'] })
}

export const hasRival = (language: LanguageName): boolean => LANGUAGES[language] !== undefined

/**
 * The shortest way that its tools allow: a session, a breakpoint, the start, and the local variables, which tell the frame too; then
 * an evaluation of what they do not show. The next round restarts the same session.
 */
export async function playRival(player: McpPlayer, { language, rounds }: Case, program: Program): Promise<Proof> {
  const proof: Proof = { missing: [], lines: [] }
  const python = language === 'Python' ? { executablePath: pythonWithDebugpy() } : {}
  const created = await player.call('create_debug_session', { language: LANGUAGES[language], ...python })
  const { sessionId } = objectIn(created)
  for (const [index, round] of rounds.entries()) {
    const at = breakpointOf(round, program)
    if (at !== undefined) await player.call('set_breakpoint', { sessionId, ...at })
    const { program: scriptPath, args } = program
    const started =
      index === 0
        ? await player.call('start_debugging', { sessionId, scriptPath, ...(args.length === 0 ? {} : { args }) })
        : await player.call('restart_debugging', { sessionId })
    const locals = await player.call('get_local_variables', { sessionId })
    proof.lines.push(lineIn(objectIn(locals)))
    const seen = [started, locals]
    for (const expression of round.ask) {
      if (missingIn(seen.join('\n'), round).length === 0) break
      const value = await player.call('evaluate_expression', { sessionId, expression })
      seen.push(`${expression} = ${String(objectIn(value)['result'])}`)
    }
    proof.missing.push(...missingIn(seen.join('\n'), round))
  }
  const spent = player.takeSpent()
  await player.call('close_debug_session', { sessionId })
  player.takeSpent()
  return { ...proof, spent }
}

/** Its own search takes the first Python, with debugpy or without. */
const pythonWithDebugpy = (): string | undefined =>
  ['python3', 'python', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', 'import debugpy']).status === 0)

function breakpointOf({ mark, condition }: Round, { source }: Program) {
  if (mark === undefined) return undefined
  return { file: source, line: lineOf(source, mark), ...(condition === undefined ? {} : { condition }) }
}

function lineIn({ frame }: Record<string, unknown>): number | undefined {
  return isJsonObject(frame) && typeof frame['line'] === 'number' ? frame['line'] : undefined
}
