import { readdirSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { isSameProcess, processStart, statField } from '../../state/process-identity.js'

/** A process that is still the same one later on. */
export interface ProcessMark {
  readonly pid: number
  readonly start: string
}

/** One line of the process table. */
interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

/**
 * The environment variable by which a process is found to belong to an adapter, however often it has forked, changed its group
 * or lost its parent. Its value is unique for each adapter process.
 */
export const OWNER_VARIABLE = 'DAPPLEX_OWNER'

export function markProcess(pid: number): ProcessMark | undefined {
  const start = processStart(pid)
  return start === undefined ? undefined : { pid, start }
}

export const isAlive = (mark: ProcessMark): boolean => isSameProcess(mark.pid, mark.start)

/**
 * All living processes of an adapter: its descendants, those in its process group or a descendant's, and those with its owner
 * mark in their environment (Linux). Never this process itself.
 */
export function processesOf(root: number, owner: string): ProcessMark[] {
  const rows = readRows()
  // A pid that was given to another process since is no root: its group can only be ours while somebody of it lives.
  const pids = new Set<number>(process.platform !== 'linux' || isOwnedBy(root, owner) ? [root] : [])
  const groups = new Set<number>([root])
  for (let grown = true; grown;) {
    grown = false
    for (const { pid, parent, group } of rows) {
      if (pids.has(pid) || !(pids.has(parent) || groups.has(group))) continue
      pids.add(pid)
      if (group === pid) groups.add(group)
      grown = true
    }
  }
  for (const { pid } of rows) if (!pids.has(pid) && isOwnedBy(pid, owner)) pids.add(pid)
  pids.delete(process.pid)
  return [...pids].flatMap((pid) => markProcess(pid) ?? []).filter(isAlive)
}

/** The children of a process that live now. */
export const childrenOf = (pid: number): number[] =>
  readRows().flatMap((row) => (row.parent === pid && markProcess(row.pid) !== undefined ? [row.pid] : []))

function readRows(): ProcessRow[] {
  return process.platform === 'linux' ? readProc() : readPs()
}

function readProc(): ProcessRow[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => {
    const pid = Number(name)
    const parent = statField(pid, 1)
    return parent === undefined ? [] : [{ pid, parent: Number(parent), group: Number(statField(pid, 2)) }]
  })
}

function readPs(): ProcessRow[] {
  try {
    const text = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid='], { encoding: 'utf8', timeout: 2000 })
    return text.split('\n').flatMap((line) => {
      const [pid, parent, group] = line.trim().split(/\s+/).map(Number)
      return pid === undefined || parent === undefined || group === undefined ? [] : [{ pid, parent, group }]
    })
  } catch {
    return []
  }
}

function isOwnedBy(pid: number, owner: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
    return `\0${environment}`.includes(`\0${OWNER_VARIABLE}=${owner}\0`)
  } catch {
    return false
  }
}
