import { readdirSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { hasRoomForProcess } from '../../state/room-for-process.js'
import { withDescriptor } from '../../state/spare-descriptor.js'
import { isSameProcess, processStart, statFields } from '../../state/process-identity.js'

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
  const isOurs = process.platform === 'linux' ? (pid: number) => isOwnedBy(pid, owner) : undefined
  const pids = familyOf(readRows(), { root, isOurs })
  pids.delete(process.pid)
  return [...pids].flatMap((pid) => markProcess(pid) ?? []).filter(isAlive)
}

/** The process table as it is now, read once for questions about several adapters. As `processesOf`, but some may have ended since. */
export function processTable(): (root: number, owner: string) => ReadonlySet<number> {
  const rows = readRows()
  if (process.platform !== 'linux') return (root) => familyOf(rows, { root, isOurs: undefined })
  const environments = new Map(rows.map(({ pid }) => [pid, environmentOf(pid)]))
  return (root, owner) => familyOf(rows, { root, isOurs: (pid) => hasMark(environments.get(pid), owner) })
}

/** Whose processes are looked for. `isOurs` reads the owner mark; undefined where no process shows its environment. */
interface Family {
  readonly root: number
  readonly isOurs: ((pid: number) => boolean) | undefined
}

/**
 * The pids of a family in these rows. The pid of a root that has ended may have been given to another process: it is no
 * root then, and its group is ours only where somebody in it has the mark. The system gives no pid away that is still the
 * number of a group (POSIX, fork), so a group never holds both.
 */
export function familyOf(rows: readonly ProcessRow[], { root, isOurs }: Family): Set<number> {
  const isRootOurs = isOurs === undefined || isOurs(root)
  const pids = new Set<number>(isRootOurs ? [root] : [])
  const isGroupOurs = isRootOurs || rows.some(({ pid, group }) => group === root && isOurs(pid))
  const groups = new Set<number>(isGroupOurs ? [root] : [])
  for (let grown = true; grown;) {
    grown = false
    for (const { pid, parent, group } of rows) {
      if (pids.has(pid) || !(pids.has(parent) || groups.has(group))) continue
      pids.add(pid)
      if (group === pid) groups.add(group)
      grown = true
    }
  }
  if (isOurs !== undefined) for (const { pid } of rows) if (!pids.has(pid) && isOurs(pid)) pids.add(pid)
  return pids
}

/** The children of a process that live now. */
export const childrenOf = (pid: number): number[] =>
  readRows().flatMap((row) => (row.parent === pid && markProcess(row.pid) !== undefined ? [row.pid] : []))

function readRows(): ProcessRow[] {
  return process.platform === 'linux' ? readProc() : readPs()
}

/**
 * proc(5), after the command: state, ppid, pgrp, session, tty, tpgid, flags. A thread of the kernel is left out: it belongs to no
 * program, and a machine may have more of them than programs.
 */
function readProc(): ProcessRow[] {
  const pids = withDescriptor(() => readdirSync('/proc')).filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => {
    const [, parent, group, , , , flags] = statFields(Number(name)) ?? []
    if (parent === undefined || (Number(flags) & PF_KTHREAD) !== 0) return []
    return [{ pid: Number(name), parent: Number(parent), group: Number(group) }]
  })
}

/** The flag of a thread of the kernel (include/linux/sched.h). */
const PF_KTHREAD = 0x00200000

function readPs(): ProcessRow[] {
  if (!hasRoomForProcess()) return []
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

const isOwnedBy = (pid: number, owner: string): boolean =>
  process.platform === 'linux' && hasMark(environmentOf(pid), owner)

const hasMark = (environment: string | undefined, owner: string): boolean =>
  environment?.includes(`\0${OWNER_VARIABLE}=${owner}\0`) === true

/** The environment of a process as the system shows it, with a NUL before and after each variable (proc(5)). */
function environmentOf(pid: number): string | undefined {
  try {
    return `\0${withDescriptor(() => readFileSync(`/proc/${pid}/environ`, 'latin1'))}`
  } catch {
    return undefined
  }
}
