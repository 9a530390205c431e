import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface NamedProcess {
  readonly pid: number
  readonly command: string
}

export interface ProcessInfo extends NamedProcess {
  readonly parent: number
  readonly group: number
}

/**
 * The running processes, without zombies (ended, but not yet waited for). `kill(pid, 0)` also succeeds for a zombie, so it
 * does not prove that a process runs.
 */
export function listProcesses(): ProcessInfo[] {
  return process.platform === 'linux' ? readProc() : readPs()
}

export const isAlive = (pid: number): boolean => listProcesses().some((one) => one.pid === pid)

/** All members of a process group. */
export const groupMembers = (group: number): ProcessInfo[] => listProcesses().filter((one) => one.group === group)

/** Children, their children, and so on, as long as no process in between has ended. */
export function descendants(pid: number): ProcessInfo[] {
  const all = listProcesses()
  const found: ProcessInfo[] = []
  let parents = new Set([pid])
  while (parents.size > 0) {
    const children = all.filter((one) => parents.has(one.parent))
    found.push(...children)
    parents = new Set(children.map((one) => one.pid))
  }
  return found
}

/** Processes that were started with this environment variable. Works on Linux; elsewhere finds none. */
export function processesWithEnv(name: string, value: string): ProcessInfo[] {
  if (process.platform !== 'linux') return []
  return listProcesses().filter(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${name}=${value}`)
    } catch {
      // It has ended meanwhile, or belongs to another user.
      return false
    }
  })
}

/**
 * Waits until `find` finds no more processes. It looks again and again, because the system reports the end of a process only to
 * its parent. A look reads the whole process table, so it looks less often the longer it has waited. Wait for everything else by its event, or with `untilWritten`.
 * @throws Error with the remaining processes after `timeoutMs` (15 s by default)
 */
export async function untilGone(find: () => readonly NamedProcess[], timeoutMs = 15_000): Promise<void> {
  const began = performance.now()
  const deadline = began + timeoutMs
  for (;;) {
    const left = find()
    if (left.length === 0) return
    if (performance.now() > deadline) {
      const names = left.map(({ pid, command }) => `${pid} (${command})`).join(', ')
      throw new Error(`still running after ${timeoutMs} ms: ${names}`)
    }
    const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, (performance.now() - began) / 4))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Between two looks at the process table. */
const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 250

function readProc(): ProcessInfo[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return parseStat(readFileSync(`/proc/${name}/stat`, 'latin1'))
      } catch {
        return []
      }
    })
}

/** proc(5): `pid (comm) state ppid pgrp …`; comm may hold blanks and parentheses itself. */
function parseStat(stat: string): ProcessInfo[] {
  const [, pid, command, state, parent, group] = /^(\d+) \((.*)\) (\S) (\d+) (\d+) /s.exec(stat) ?? []
  if (state === undefined || state === 'Z' || state === 'X') return []
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command: command ?? '' }]
}

function readPs(): ProcessInfo[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,comm='], { encoding: 'utf8' })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (state === undefined || state.startsWith('Z')) return []
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command: command ?? '' }]
  })
}
