import { accessSync, constants } from 'node:fs'
import { listConfigurations } from '@dapplex/daemon'
import { makeFolder, readDaemonState, stateFolder } from '@dapplex/daemon/files'
import { readVersion } from '../daemon/version.js'

/** `bad` keeps dapplex from working; `missing` can be installed. */
export type Verdict = 'good' | 'missing' | 'bad'

/** One check: what was checked, what was found, and how to fix it. */
export interface Finding {
  readonly what: string
  readonly verdict: Verdict
  readonly is: string
  readonly todo?: string
}

/** The oldest Node that dapplex runs on (`engines` of its packages). */
const OLDEST_NODE = 20

export function nodeFinding(version: string): Finding {
  const what = 'Node.js'
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return { what, verdict: 'good', is: version }
  return { what, verdict: 'bad', is: version, todo: `install Node.js ${OLDEST_NODE} or later` }
}

/** The state folder. It is made if it is missing: only that shows whether it can be made. */
export function folderFinding(env: NodeJS.ProcessEnv): Finding {
  const what = 'state folder'
  const todo = 'set DAPPLEX_HOME to a folder that you can write'
  const home = stateFolder(env)
  try {
    makeFolder(home)
    accessSync(home, constants.W_OK | constants.X_OK)
  } catch (error) {
    return { what, verdict: 'bad', is: `${home}: ${error instanceof Error ? error.message : String(error)}`, todo }
  }
  return { what, verdict: 'good', is: home }
}

/** Whether a daemon runs, and whether it has the version of this command. */
export async function daemonFinding(env: NodeJS.ProcessEnv): Promise<Finding> {
  const what = 'daemon'
  const state = await readDaemonState(stateFolder(env))
  if (state === undefined)
    return { what, verdict: 'good', is: 'not running; the first command that needs it starts it' }
  const is = `${state.version}, pid ${state.pid}, 127.0.0.1:${state.port}`
  if (state.version === readVersion()) return { what, verdict: 'good', is }
  return {
    what,
    verdict: 'bad',
    is,
    todo: `this command is ${readVersion()}: run \`dapplex daemon stop\`; the next command starts the right one`,
  }
}

/** The named launch configurations of the workspace and the user. Reading them reads every configuration file. */
export async function configFinding(env: NodeJS.ProcessEnv, workspace: string): Promise<Finding> {
  const what = 'configuration'
  try {
    const found = await listConfigurations({ from: workspace, env })
    const is = found.length === 0 ? 'no named launch configurations here' : found.map(({ name }) => name).join(', ')
    return { what, verdict: 'good', is }
  } catch (error) {
    return {
      what,
      verdict: 'bad',
      is: error instanceof Error ? error.message : String(error),
      todo: 'correct the file',
    }
  }
}
