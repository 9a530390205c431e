import { delimiter, dirname, isAbsolute, join } from 'node:path'

/** Where the `dapplex` command is looked for. */
export interface Places {
  /** The setting `dapplex.path`; empty where it is not set. */
  readonly setting: string
  /** The folders of the workspace. */
  readonly folders: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly home: string
}

/** The command, or what was tried. `problem` is for a person: what is missing, and the way to get it. */
export type Found =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly tried: readonly string[]; readonly problem: string }

/** Folders where npm puts commands, beside those on PATH: a desktop often starts editors with a short PATH. */
const USUAL_FOLDERS = ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'] as const
const HOME_FOLDERS = ['.local/bin', '.npm-global/bin', '.volta/bin', '.local/share/pnpm', '.bun/bin'] as const

/**
 * Finds the `dapplex` command: the setting, the workspace's `node_modules`, PATH, then the usual folders. If the setting names a
 * file that is not there, nothing else is tried: another version would be a surprise.
 */
export function findCommand({ setting, folders, env, home }: Places, isExecutable: (path: string) => boolean): Found {
  if (setting !== '') {
    const path = setting.startsWith('~/') ? join(home, setting.slice(2)) : setting
    if (isAbsolute(path) && isExecutable(path)) return { kind: 'found', path }
    const problem = isAbsolute(path)
      ? `The setting dapplex.path names ${path}, which is not there or cannot be run. Correct it, or remove it to have the command looked for.`
      : `The setting dapplex.path must be an absolute path, and ${setting} is not. Correct it, or remove it.`
    return { kind: 'missing', tried: [path], problem }
  }
  const tried = candidates({ folders, env, home })
  const path = tried.find(isExecutable)
  if (path !== undefined) return { kind: 'found', path }
  const problem =
    'The command dapplex was not found in the workspace, on PATH or in the usual folders. Install it with npm install -g dapplex, or name it in the setting dapplex.path.'
  return { kind: 'missing', tried, problem }
}

function candidates({ folders, env, home }: Omit<Places, 'setting'>): readonly string[] {
  const onPath = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const all = [
    ...folders.map((folder) => join(folder, 'node_modules', '.bin')),
    ...onPath,
    ...HOME_FOLDERS.map((folder) => join(home, folder)),
    ...USUAL_FOLDERS,
  ]
  return [...new Set(all)].map((folder) => join(folder, 'dapplex'))
}

/**
 * The environment of the command. Its own folder comes on PATH, because `node` often stands beside it. What the editor set for
 * itself (`ELECTRON_RUN_AS_NODE`, `VSCODE_…`) is left out: the debugged programs would get it.
 */
export function commandEnvironment(path: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name))
  const search = [env['PATH'] ?? '', dirname(path), ...USUAL_FOLDERS].filter((folder) => folder !== '')
  return { ...Object.fromEntries(kept), PATH: [...new Set(search)].join(delimiter) }
}
