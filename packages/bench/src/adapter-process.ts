import { readdirSync, readFileSync } from 'node:fs'

/** The daemon marks the adapters that it starts with this variable. */
const MARK = '\0DAPPLEX_OWNER='
/** Fields of /proc/PID/stat behind the name of the program: the parent, and the start in clock ticks since the boot (proc(5)). */
const PARENT = 1
const START = 19

/** The command line of the adapter that a daemon has started last. @throws Error when it has none */
export function latestAdapterCommand(daemon: number): readonly string[] {
  const adapters = readdirSync('/proc').flatMap((pid) => adapterAt(pid, daemon))
  const [latest] = adapters.sort((a, b) => b.start - a.start)
  if (latest === undefined) throw new Error('the daemon has no adapter process')
  return latest.command
}

interface AdapterProcess {
  readonly start: number
  readonly command: readonly string[]
}

/** One or none. A process may end while it is looked at. */
function adapterAt(pid: string, daemon: number): readonly AdapterProcess[] {
  if (!/^\d+$/.test(pid)) return []
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
  try {
    const fields = read('stat')
      .replace(/^.*\) /s, '')
      .split(' ')
    if (Number(fields[PARENT]) !== daemon || !`\0${read('environ')}`.includes(MARK)) return []
    return [{ start: Number(fields[START]), command: read('cmdline').split('\0').slice(0, -1) }]
  } catch {
    return []
  }
}
