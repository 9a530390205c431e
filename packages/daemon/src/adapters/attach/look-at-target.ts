import { readFileSync, readlinkSync } from 'node:fs'

/** A process as a debugger that wants to attach finds it. */
export type AttachTarget =
  | { readonly kind: 'gone' }
  /** The system tells nothing more than that the process is there, or that it is another user's. */
  | { readonly kind: 'present' }
  | { readonly kind: 'forbidden' }
  | {
      readonly kind: 'known'
      /** A thread id of Linux names its process too. */
      readonly process: number
      readonly parent: number
      readonly user: number
      /** The process that traces it, or 0. */
      readonly tracer: number
      readonly name: string
    }

/** Linux: proc(5), `/proc/PID/status`. Elsewhere only signal 0 tells whether the process is there. */
export function lookAtTarget(pid: number): AttachTarget {
  if (process.platform !== 'linux') return probe(pid)
  const status = statusOf(pid)
  if (status === undefined) return probe(pid)
  if (status('State').startsWith('Z')) return { kind: 'gone' }
  return {
    kind: 'known',
    process: Number(status('Tgid')),
    parent: Number(status('PPid')),
    user: Number(status('Uid').split('\t')[1]),
    tracer: Number(status('TracerPid')),
    name: status('Name'),
  }
}

/**
 * The files of code in a process, its executable first: proc(5), `/proc/PID/exe` and `/proc/PID/maps`. Undefined where the system does
 * not tell.
 */
export function filesOfProcess(pid: number): readonly string[] | undefined {
  try {
    const mapped = readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(/ (\/.*)$/gm)
    return [readlinkSync(`/proc/${pid}/exe`), ...new Set([...mapped].map(([, path = '']) => path))]
  } catch {
    return undefined
  }
}

/** How far Yama limits ptrace; undefined where the kernel has no Yama. */
export function ptraceScope(): number | undefined {
  const text = readText('/proc/sys/kernel/yama/ptrace_scope')
  return text === undefined ? undefined : Number(text)
}

function probe(pid: number): AttachTarget {
  try {
    process.kill(pid, 0)
    return { kind: 'present' }
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === 'EPERM' ? 'forbidden' : 'gone' }
  }
}

function statusOf(pid: number): ((field: string) => string) | undefined {
  const text = readText(`/proc/${pid}/status`)
  if (text === undefined) return undefined
  return (field) => new RegExp(`^${field}:\\t(.*)$`, 'm').exec(text)?.[1] ?? ''
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}
