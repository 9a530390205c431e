import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { hasRoomForProcess } from './room-for-process.js'
import { withDescriptor } from './spare-descriptor.js'

/**
 * When a process started, as text that is equal for the same process and different for a later one with the same pid;
 * undefined when there is none. Linux: field 22 of /proc/PID/stat (clock ticks since boot); elsewhere what `ps` says.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') return statField(pid, STAT_START)
  if (!hasRoomForProcess()) return undefined
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 })
    return text.trim() === '' ? undefined : text.trim()
  } catch {
    return undefined
  }
}

/** proc(5), counted from the field after the command: state is 0, ppid 1, pgrp 2, session 3, starttime 19. */
const STAT_START = 19

/** One field of /proc/PID/stat after the command name. */
export const statField = (pid: number, index: number): string | undefined => statFields(pid)?.[index]

/** The fields of /proc/PID/stat after the command name, which may itself hold spaces and parentheses; undefined: no process. */
export function statFields(pid: number): readonly string[] | undefined {
  try {
    const stat = withDescriptor(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Whether a process with this pid and start is there, a zombie not counting. */
export function isSameProcess(pid: number, start: string): boolean {
  if (process.platform !== 'linux') return processStart(pid) === start
  const fields = statFields(pid)
  return fields?.[0] !== 'Z' && fields?.[STAT_START] === start
}

/**
 * Whether a process is this user's (proc(5): /proc/PID belongs to its effective user, or to root where it may not be looked into).
 * Only Linux tells; elsewhere it counts as ours.
 */
export function isOwnProcess(pid: number): boolean {
  if (process.platform !== 'linux') return true
  const uid = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid
  return uid === process.geteuid?.() || uid === 0
}
