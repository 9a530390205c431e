import { isAbsolute } from 'node:path'
import { ADAPTERS, adapterForFile, adapterForProgram } from './adapters.js'
import { TYPE, textOf, type Configuration } from './configuration.js'

/** What the editor shows at the moment. */
export interface EditorState {
  readonly file?: string
  readonly language?: string
  /** Folder of the workspace that the configuration belongs to. */
  readonly folder?: string
}

/** `pick`: the person has to choose a live session or a process first. `problem` is for the person. */
export type Completed =
  | { readonly kind: 'ready'; readonly configuration: Configuration }
  | { readonly kind: 'pick'; readonly what: 'session'; readonly configuration: Configuration }
  | { readonly kind: 'problem'; readonly problem: string; readonly opensConfiguration: boolean }

const problem = (text: string, opensConfiguration = true): Completed => ({
  kind: 'problem',
  problem: text,
  opensConfiguration,
})

/** What a configuration of F5 without `launch.json` becomes: one that debugs the current file. */
export function currentFile({ file, language, folder }: EditorState): Completed {
  if (file === undefined)
    return problem('Open the program that you want to debug, or add a configuration to launch.json.', false)
  const adapter = adapterForFile(file, language ?? '')
  if (adapter === undefined)
    return problem(`Dapplex knows no debugger for ${file}. Name one with "dapplexAdapter" in a launch.json.`)
  const configuration: Configuration = {
    type: TYPE,
    name: `${adapter.title}: current file`,
    request: 'launch',
    dapplexAdapter: adapter.id,
    program: file,
    ...(folder === undefined ? {} : { cwd: folder }),
  }
  return { kind: 'ready', configuration }
}

/** A configuration before its variables are replaced: empty where F5 was pressed without `launch.json`. */
export function completeEarly(configuration: Partial<Configuration>, editor: EditorState): Completed {
  const { type, request, name } = configuration
  if (type === undefined && request === undefined && name === undefined) return currentFile(editor)
  const given: Configuration = { type: TYPE, name: 'Dapplex', request: 'launch', ...configuration }
  if (given.request !== 'launch' && given.request !== 'attach')
    return problem(`"request" is "${given.request}" in "${given.name}". It must be "launch" or "attach".`)
  if (given.request === 'launch' && textOf(given['dapplexSession']) !== undefined)
    return problem(
      `"${given.name}" launches a program and names a session to join ("dapplexSession"). To join one, write "request": "attach".`,
    )
  if (given.request === 'attach' && needsSession(given)) return { kind: 'pick', what: 'session', configuration: given }
  return { kind: 'ready', configuration: given }
}

/** Names nothing that an attach could go to. */
function needsSession(configuration: Configuration): boolean {
  const targets = ['dapplexSession', 'processId', 'pid', 'port', 'connect', 'dapplexPort', 'dapplexAdapter']
  return targets.every((key) => configuration[key] === undefined)
}

/** A configuration whose variables are replaced: what can be seen to be wrong is said now, in words of the configuration. */
export function completeLate(configuration: Configuration): Completed {
  return configuration.request === 'attach' ? completeAttach(configuration) : completeLaunch(configuration)
}

function completeLaunch(configuration: Configuration): Completed {
  const program = textOf(configuration['program'])
  const adapter = textOf(configuration['dapplexAdapter'])
  const named = `"${configuration.name}"`
  if (adapter === undefined && program === undefined)
    return problem(
      `${named} says neither what to run nor how: add "program", or "dapplexAdapter" with the adapter's own arguments.`,
    )
  if (adapter !== undefined || program === undefined) return { kind: 'ready', configuration }
  if (!isAbsolute(program) && /[/\\]|\.\w+$/.test(program))
    return problem(
      `"program" of ${named} is ${program}, which is no absolute path. Write "\${workspaceFolder}/${program}".`,
    )
  const known = adapterForProgram(program)
  const completed = known === undefined ? configuration : { ...configuration, dapplexAdapter: known.id }
  return { kind: 'ready', configuration: completed }
}

function completeAttach(configuration: Configuration): Completed {
  if (textOf(configuration['dapplexSession']) !== undefined) return { kind: 'ready', configuration }
  const id = textOf(configuration['dapplexAdapter'])
  const { processId, host, port, ...others } = configuration
  const isAddressed = port !== undefined
  if (id === undefined)
    return problem(
      `"${configuration.name}" does not say which debugger is to attach: add "dapplexAdapter" (${ADAPTERS.map((one) => one.id).join(', ')}).`,
    )
  const adapter = ADAPTERS.find((one) => one.id === id)
  if (adapter === undefined) return { kind: 'ready', configuration }
  if (processId !== undefined) {
    const pid = Number(processId)
    if (!Number.isInteger(pid) || pid <= 0)
      return problem(`"processId" of "${configuration.name}" is ${JSON.stringify(processId)}, which is no process id.`)
    if (adapter.pid === undefined)
      return problem(
        `${adapter.title} attaches to no process id: start the program so that it listens, and give "port".`,
      )
    return { kind: 'ready', configuration: keep(others, { ...adapter.fixed, [adapter.pid]: pid }) }
  }
  if (!isAddressed || adapter.address !== 'connect') return { kind: 'ready', configuration }
  return { kind: 'ready', configuration: keep(others, { connect: { host: textOf(host) ?? '127.0.0.1', port } }) }
}

const keep = (
  { type, name, request, ...others }: Readonly<Record<string, unknown>>,
  added: Readonly<Record<string, unknown>>,
): Configuration => ({ type: String(type), name: String(name), request: String(request), ...others, ...added })
