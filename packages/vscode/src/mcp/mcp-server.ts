import * as vscode from 'vscode'
import { commandEnvironment } from '../command/find-command.js'
import { locateCommand } from '../window/settings.js'

/** Newer than the oldest VS Code that the extension runs in: looked for, not expected. */
interface McpHost {
  readonly registerMcpServerDefinitionProvider: (id: string, provider: McpProvider) => vscode.Disposable
}
interface McpProvider {
  provideMcpServerDefinitions(): readonly object[]
}
type StdioDefinition = new (
  label: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => object

/**
 * Gives the agents of this editor the daemon's tools, where VS Code lets extensions do that. Some versions have the function and
 * refuse the call: it was under way there.
 */
export function mcpServer(onFailure: (error: unknown) => void): vscode.Disposable {
  try {
    return register()
  } catch (error) {
    onFailure(error)
    return vscode.Disposable.from()
  }
}

function register(): vscode.Disposable {
  const host: unknown = vscode.lm
  const definition: unknown = Reflect.get(vscode, 'McpStdioServerDefinition')
  if (!isHost(host) || !isDefinition(definition)) return vscode.Disposable.from()
  return host.registerMcpServerDefinitionProvider('dapplex', {
    provideMcpServerDefinitions() {
      const found = locateCommand()
      if (found.kind === 'missing') return []
      const { PATH = '' } = commandEnvironment(found.path, process.env)
      return [new definition('Dapplex', found.path, ['mcp'], { PATH, ...ownFolders() })]
    },
  })
}

/** Where the daemon keeps its files, if that was chosen: the server has to find the same daemon. */
const ownFolders = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['DAPPLEX_HOME', 'XDG_STATE_HOME'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

function isHost(value: unknown): value is McpHost {
  return typeof value === 'object' && value !== null && 'registerMcpServerDefinitionProvider' in value
}

function isDefinition(value: unknown): value is StdioDefinition {
  return typeof value === 'function'
}
