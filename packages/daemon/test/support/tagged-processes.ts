import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { isRunning } from './is-running.js'

const NAME = 'DAPPLEX_TEST_TAG'

/** From now on every process that this one starts, and what those start, can be found by `processes`. */
export function tagProcesses(): { readonly processes: () => { pid: number; command: string }[] } {
  const tag = randomUUID()
  process.env[NAME] = tag
  return { processes: () => readdirSync('/proc').flatMap((name) => tagged(name, tag)) }
}

function tagged(name: string, tag: string): { pid: number; command: string }[] {
  try {
    if (!/^\d+$/.test(name) || !readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${NAME}=${tag}`)) return []
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return isRunning(Number(name)) ? [{ pid: Number(name), command }] : []
  } catch {
    return []
  }
}
