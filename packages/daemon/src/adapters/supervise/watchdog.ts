import { spawn, type ChildProcess } from 'node:child_process'
import { OWNER_VARIABLE } from './process-table.js'

/**
 * Reads `add ID PID` and `del ID` from its standard input. When that ends while ids are left, the daemon has died without ending
 * its adapters (SIGKILL, a crash): they get SIGTERM, and a second later SIGKILL. Process groups are ended everywhere; on Linux
 * also every process that carries the owner mark. Plain POSIX shell: it costs about a megabyte.
 */
const SCRIPT = `
trap '' HUP INT TERM
live=' '
while read -r op id pid; do
  case $op in
    add) live="$live$id:$pid " ;;
    del) rest=' '
      for one in $live; do case $one in "$id":*) ;; *) rest="$rest$one " ;; esac; done
      live=$rest ;;
  esac
done
for signal in TERM KILL; do
  for one in $live; do
    kill -s $signal -- "-\${one##*:}" 2>/dev/null
    for file in /proc/[0-9]*/environ; do
      if grep -qz "^${OWNER_VARIABLE}=\${one%:*}$" "$file" 2>/dev/null; then
        pid=\${file#/proc/}
        kill -s $signal "\${pid%/environ}" 2>/dev/null
      fi
    done
  done
  [ "$live" = ' ' ] && exit 0
  [ $signal = TERM ] && sleep 1
done
`

/** Ends adapters that the daemon could not end itself. One per daemon, started with its first adapter; none on Windows. */
export class Watchdog {
  #child: ChildProcess | undefined

  add(owner: string, pid: number): void {
    this.#say(`add ${owner} ${pid}\n`)
  }

  remove(owner: string): void {
    if (this.#child !== undefined) this.#say(`del ${owner}\n`)
  }

  /** Ends the watchdog, after it has ended the adapters that it still watches. */
  close(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
    // Wait for its end: by now nothing else may keep this process alive.
    child.ref()
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.stdin?.end()
    return ended
  }

  #say(line: string): void {
    if (process.platform === 'win32') return
    this.#child ??= start()
    this.#child.stdin?.write(line)
  }
}

/** In its own process group, so that signals to the daemon's group do not reach it. */
function start(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'dapplex-watchdog'], {
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.on('error', () => undefined)
  child.on('error', () => undefined)
  child.unref()
  return child
}
