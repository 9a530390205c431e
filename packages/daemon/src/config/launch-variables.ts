import { homedir } from 'node:os'
import { basename, dirname, extname, sep } from 'node:path'
import { isJsonObject, namedIn } from '@dapplex/protocol'
import { ConfigError } from './config-error.js'

/** The values of the variables in a launch configuration. */
export interface LaunchVariables {
  readonly workspaceFolder: string
  /** The value of `${file}`: the caller's program. Absent when the caller named none. */
  readonly file?: string
  readonly env: NodeJS.ProcessEnv
}

/**
 * Replaces `${…}` in all strings of a value (VS Code, "Variables reference"). As in VS Code, an environment variable that
 * is not set becomes empty.
 * @throws ConfigError for a variable that has no value outside an editor, such as `${selectedText}` or `${command:…}`
 */
export function replaceVariables(value: unknown, variables: LaunchVariables): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{([^}]+)\}/g, (_whole, name: string) => lookUp(name, variables))
  if (Array.isArray(value)) return value.map((item) => replaceVariables(item, variables))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceVariables(member, variables)]))
}

function lookUp(name: string, variables: LaunchVariables): string {
  if (name.startsWith('env:')) return variables.env[name.slice('env:'.length)] ?? ''
  const found = namedIn(plainVariables(variables), name)
  if (found === undefined)
    throw new ConfigError(`the variable \${${name}} has no value outside an editor; write the value itself`)
  return found
}

function plainVariables({ workspaceFolder, file }: LaunchVariables): Readonly<Record<string, string | undefined>> {
  const common = {
    workspaceFolder,
    workspaceRoot: workspaceFolder,
    workspaceFolderBasename: basename(workspaceFolder),
    cwd: workspaceFolder,
    userHome: homedir(),
    pathSeparator: sep,
    '/': sep,
  }
  if (file === undefined) return common
  return {
    ...common,
    file,
    fileBasename: basename(file),
    fileBasenameNoExtension: basename(file, extname(file)),
    fileExtname: extname(file),
    fileDirname: dirname(file),
  }
}
