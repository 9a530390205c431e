import { accessSync, constants } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServerCommand } from './entry-forms.js'

/** Variables that say which daemon is meant: clients pass few of their own on to a server. */
const OF_THE_DAEMON = ['DAPPLEX_HOME', 'XDG_STATE_HOME'] as const

/**
 * How a client of this user starts dapplex: by its name where that is on PATH, else by the path of this installation. An entry
 * of a project is for other machines too, so it has the name and nothing of this machine.
 */
export function serverCommand(
  { tools, isShared }: { readonly tools: string | undefined; readonly isShared: boolean },
  env: NodeJS.ProcessEnv,
): ServerCommand {
  const args = ['mcp', ...(tools === undefined || tools === 'core' ? [] : ['--tools', tools])]
  if (isShared) return { command: 'dapplex', args, env: {} }
  const set = OF_THE_DAEMON.flatMap((name) => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]]))
  const own = { args, env: Object.fromEntries(set) as Record<string, string> }
  if (isOnPath(env)) return { command: 'dapplex', ...own }
  return { ...own, command: process.execPath, args: [MAIN, ...args] }
}

const MAIN = fileURLToPath(new URL('../../bin/dapplex.js', import.meta.url))

/** The folders that npm and npx put on PATH for one command do not count. */
export const isOnPath = (env: NodeJS.ProcessEnv): boolean =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.split(sep).includes('node_modules'))
    .some((folder) => isExecutable(join(folder, 'dapplex')))

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
