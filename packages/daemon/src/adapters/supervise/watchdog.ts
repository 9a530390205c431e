import { spawn, type ChildProcess } from 'node:child_process'
import { hasRoomForProcess } from '../../state/room-for-process.js'
import { processStart } from '../../state/process-identity.js'
import { OWNER_VARIABLE } from './process-table.js'

/**
 * Reads `add ID PID START` and `del ID` from its standard input. When that ends while ids are left, the daemon has died without
 * ending its adapters (SIGKILL, a crash): they get SIGTERM, and a second later SIGKILL. By then another process may have the pid of
 * an adapter that has ended, so a process group is ended only where its leader has started at START, or, on Linux, where a member
 * carries the owner mark. On Linux every process with the mark is ended too. Plain POSIX shell: it costs about a megabyte.
 * START is field 22 of /proc/PID/stat (proc(5)), and field 3 behind the command the group; elsewhere it is what `ps` says.
 */
const SCRIPT = `
trap '' HUP INT TERM
field() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f"$2"; }
started() {
  if [ -e /proc/self/stat ]; then field "$1" 20; else echo $(ps -o lstart= -p "$1" 2>/dev/null) | tr ' ' _; fi
}
live=' '
while read -r op id pid start; do
  case $op in
    add) live="$live$id/$pid/$start " ;;
    del) rest=' '
      for one in $live; do case $one in "$id"/*) ;; *) rest="$rest$one " ;; esac; done
      live=$rest ;;
  esac
done
for signal in TERM KILL; do
  for one in $live; do
    id=\${one%%/*} start=\${one##*/} leader=\${one#*/}
    leader=\${leader%/*}
    [ "$(started "$leader")" = "$start" ] && kill -s $signal -- "-$leader" 2>/dev/null
    for file in /proc/[0-9]*/environ; do
      if grep -qz "^${OWNER_VARIABLE}=$id$" "$file" 2>/dev/null; then
        pid=\${file#/proc/} pid=\${pid%/environ}
        [ "$(field "$pid" 3)" = "$leader" ] && kill -s $signal -- "-$leader" 2>/dev/null
        kill -s $signal "$pid" 2>/dev/null
      fi
    done
  done
  [ "$live" = ' ' ] && exit 0
  [ $signal = TERM ] && sleep 1
done
`

/** In ms. Where each one ends at once, the machine is not kept busy by starting others. */
const START_AGAIN_MS = 1000

/** Ends adapters that the daemon could not end itself. One per daemon, started with its first adapter; none on Windows. */
export class Watchdog {
  #child: ChildProcess | undefined
  /** What it was told of each owner that it still watches. */
  readonly #watched = new Map<string, string>()

  /** Undefined before the first adapter, and on Windows. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** `start`: when the process has started (`processStart`), so that no later one with its pid is taken for it. */
  add(owner: string, pid: number, start = processStart(pid)): void {
    if (process.platform === 'win32') return
    const line = `add ${owner} ${pid} ${start?.replaceAll(/\s+/g, '_') ?? 'unknown'}\n`
    this.#watched.set(owner, line)
    if (this.#child === undefined) this.#start()
    else this.#child.stdin?.write(line)
  }

  remove(owner: string): void {
    this.#watched.delete(owner)
    this.#child?.stdin?.write(`del ${owner}\n`)
  }

  /** It is told everything that is watched. One that somebody has killed, or that could not be started, is followed by another. */
  #start(): void {
    const child = hasRoomForProcess() ? start() : undefined
    this.#child = child
    if (child === undefined) return this.#startLater()
    for (const line of this.#watched.values()) child.stdin?.write(line)
    const gone = () => {
      if (this.#child !== child) return
      this.#child = undefined
      this.#startLater()
    }
    child.once('exit', gone).once('error', gone)
  }

  #startLater(): void {
    setTimeout(() => {
      if (this.#child === undefined && this.#watched.size > 0) this.#start()
    }, START_AGAIN_MS).unref()
  }

  /** Ends the watchdog, after it has ended the adapters that it still watches. */
  close(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    this.#watched.clear()
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
    // Wait for its end: by now nothing else may keep this process alive.
    child.ref()
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.stdin?.end()
    return ended
  }
}

/** In its own process group, so that signals to the daemon's group do not reach it. */
function start(): ChildProcess {
  const child: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, 'dapplex-watchdog'], {
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin?.on('error', () => undefined)
  child.unref()
  return child
}
