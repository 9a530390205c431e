import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** What can be seen of a process from outside. */
export type ProcessLook =
  | { readonly kind: 'gone' }
  /** It belongs to another user. */
  | { readonly kind: 'forbidden' }
  /** It is not a Node process, or SIGUSR1 opens no inspector in it: the signal would end it. */
  | { readonly kind: 'other'; readonly executable: string }
  | { readonly kind: 'node'; readonly name: string }
  /** It exists. This system does not show more. */
  | { readonly kind: 'unknown' }

const SIGUSR1_BIT = 1n << 9n

/** Looks at a process. On Linux it is Node by its executable's name and by its handler for SIGUSR1 (`SigCgt` in /proc). */
export function lookAtProcess(pid: number): ProcessLook {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return { kind: error instanceof Error && 'code' in error && error.code === 'EPERM' ? 'forbidden' : 'gone' }
  }
  if (process.platform !== 'linux') return { kind: 'unknown' }
  try {
    const executable = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const caught = BigInt(`0x${/^SigCgt:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`)
    const isNode = /^node(js)?([-.\d]|$)/.test(executable) && (caught & SIGUSR1_BIT) !== 0n
    return isNode ? { kind: 'node', name: programName(pid) } : { kind: 'other', executable }
  } catch {
    // It has just ended, or is a zombie, which has no executable.
    return { kind: 'gone' }
  }
}

/** The Node processes that this user can attach to, except this one. None on systems without `/proc`. */
export function nodeProcesses(): { readonly pid: number; readonly name: string }[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).flatMap((pid) => {
    const look = pid === process.pid ? undefined : lookAtProcess(pid)
    return look?.kind === 'node' ? [{ pid, name: look.name }] : []
  })
}

/** The script that it runs: the first argument that is not an option. */
function programName(pid: number): string {
  const [command = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  const script = args.find((one) => one !== '' && !one.startsWith('-'))
  return basename(script ?? command)
}
