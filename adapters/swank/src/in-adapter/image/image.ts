import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { RequestFailure } from '../dap/failure.js'
import { keyword, list } from '../sexp/form.js'
import { printForm } from '../sexp/print.js'
import { bootText, quietArguments } from './core-cache.js'
import type { Boot } from './core-cache.js'
import { bootFile } from './helper-files.js'
import { whenIdle } from './idle-watch.js'
import { groupsBelow } from './process-groups.js'

export interface ImageSpec {
  readonly sbcl: string
  readonly swankLoader: string
  readonly boot: Boot
  /** What the program finds in `sb-ext:*posix-argv*`. */
  readonly programArguments: readonly string[]
  /** Options of the SBCL runtime, such as `--dynamic-space-size 4GB`. */
  readonly runtimeArguments: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** How long an image may take to end itself and its children. */
const selfEndMs = 300

/** How long a process that the program left behind may hold its output open. */
const drainMs = 1_000

/** How long an image that starts may stand still. */
const startIdleMs = 60_000

export interface ImageExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A Lisp process that this adapter started: its streams, its port, its end. It leads a process group, which is killed with it. */
export class Image {
  readonly secret: string
  /** Settles when the process is gone and its output is read. */
  readonly exited: Promise<ImageExit>
  /** Whether the adapter asked it to end: then the signal that ended it is not reported. */
  private asked = false

  private constructor(
    private readonly child: ChildProcess,
    secret: string,
  ) {
    this.secret = secret
    this.exited = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }))
      child.once('error', () => resolve({ code: null, signal: null }))
      child.once('exit', (code, signal) => {
        const drained = () => untilRead(child, () => resolve({ code, signal }))
        setTimeout(drained, drainMs).unref()
      })
    })
  }

  get endWasAsked(): boolean {
    return this.asked
  }
  get pid(): number | undefined {
    return this.child.pid
  }
  get stdout(): Readable {
    return this.child.stdout as Readable
  }
  get stderr(): Readable {
    return this.child.stderr as Readable
  }
  get stdin(): Writable {
    return this.child.stdin as Writable
  }

  /** Starts the process. The program starts later, with the request `configurationDone`. */
  static start(spec: ImageSpec): Image {
    const secret = randomBytes(24).toString('hex')
    const start = list(keyword('arguments'), list(...spec.programArguments), keyword('secret'), secret)
    const child = spawn(spec.sbcl, imageArguments(spec), {
      cwd: spec.cwd,
      env: { ...spec.env, DAPPLEX_START: printForm(start), DAPPLEX_BOOT: bootOf(spec) },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
    })
    child.stdin.on('error', () => undefined)
    return new Image(child, secret)
  }

  /**
   * The port of its Swank server, which it tells on the pipe that also ties its life to ours.
   * Errors: LAUNCH_FAILED when it ends or stands still.
   */
  port(): Promise<number> {
    return new Promise((resolve, reject) => {
      let said = ''
      const wire = this.child.stdio[3] as Readable
      const fail = (why: string) => reject(new RequestFailure('LAUNCH_FAILED', why))
      const stop = whenIdle(this.child.pid, startIdleMs, () =>
        fail(`SBCL did not start its Swank server: it has done nothing for ${startIdleMs} ms`),
      )
      this.child.once('error', (error) => fail(`SBCL could not be started: ${error.message}`))
      void this.exited.then(({ code }) => fail(`SBCL ended with code ${code ?? 'none'} before its Swank server was up`))
      wire.on('error', () => undefined)
      wire.on('data', (chunk: Buffer) => {
        said += chunk.toString('latin1')
        const line = /^(\d+)\n/.exec(said)
        if (line) {
          stop()
          resolve(Number(line[1]))
        }
      })
      void this.exited.then(stop)
    })
  }

  /** Asks the process to end: SBCL unwinds its main thread and exits. */
  terminate(): void {
    this.asked = true
    this.child.kill('SIGTERM')
  }

  /**
   * Ends the process and everything it started. The end of the pipe makes the image kill what it runs, which may stand in
   * sessions of their own; one that does not do so at once is killed.
   */
  kill(): void {
    const pid = this.child.pid
    if (pid === undefined) return
    this.asked = true
    ;(this.child.stdio[3] as Readable).destroy()
    const timer = setTimeout(() => groupsBelow(pid).forEach(killGroup), selfEndMs)
    void this.exited.then(() => {
      clearTimeout(timer)
      killGroup(pid)
    })
  }
}

/** Calls `done` once what the program wrote before its end is read: the event loop has come round and brought no more. */
function untilRead(child: ChildProcess, done: () => void): void {
  const read = () =>
    [child.stdout, child.stderr].map((stream) => (stream instanceof Socket ? stream.bytesRead : 0)).join()
  const before = read()
  setImmediate(() => (read() === before ? done() : untilRead(child, done)))
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

function imageArguments(spec: ImageSpec): string[] {
  return spec.boot.kind === 'core'
    ? ['--core', spec.boot.core, '--noinform', '--disable-ldb', ...spec.runtimeArguments]
    : ['--noinform', '--disable-ldb', ...spec.runtimeArguments, ...quietArguments.slice(1), '--load', bootFile]
}

function bootOf(spec: ImageSpec): string {
  return bootText(spec.swankLoader, spec.boot.kind === 'fasl' ? { fasls: spec.boot.fasls } : {})
}
