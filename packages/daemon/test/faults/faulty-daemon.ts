import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isJsonObject } from '@dapplex/protocol'
import { must, z } from '@dapplex/testkit'
import { Lines } from './lines.js'

const MAIN = fileURLToPath(new URL('daemon-main.mjs', import.meta.url))
/** pino: 50 is an error. */
const ERROR_LEVEL = 50
/** Lines of the log that are told where something went wrong. */
const TRAIL = 12

const measured = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number(), handles: z.number() })
export type Memory = z.infer<typeof measured>

/** A daemon in a process of its own, with levers (`daemon-main.mjs`). */
export class FaultyDaemon {
  readonly home: string
  readonly process: ChildProcess
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  readonly #lines: Lines
  readonly #said: string[] = []
  #socket: string | undefined
  #logRead = 0

  /** @param env with the state folder, which the daemon makes */
  constructor(env: NodeJS.ProcessEnv, home: string, user?: { readonly uid: number; readonly gid: number }) {
    this.home = home
    this.process = spawn(process.execPath, ['--expose-gc', MAIN], {
      env: { ...env, DAPPLEX_HOME: home },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...user,
    })
    const note = (text: string) => void this.#said.push(text)
    must(this.process.stderr).setEncoding('utf8').on('data', note)
    this.#lines = new Lines(must(this.process.stdout), must(this.process.stdin), note)
    this.exited = once(this.process, 'exit').then(([code, signal]) => {
      this.#lines.gone(`the daemon has ended (${String(code)}, ${String(signal)}): ${this.said}`)
      return { code: code as number | null, signal: signal as NodeJS.Signals | null }
    })
  }

  get pid(): number {
    return must(this.process.pid)
  }

  get socket(): string {
    return must(this.#socket)
  }

  get isAlive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null
  }

  /** What it has written to its standard streams beside the answers of its levers: nothing, unless it crashes. */
  get said(): string {
    return this.#said.join('')
  }

  async start(): Promise<void> {
    const { socket } = z.object({ socket: z.string() }).parse(await this.#lines.ask({ lever: 'start' }))
    this.#socket = socket
    // What earlier daemons have logged is theirs.
    this.newErrors()
  }

  /** Moves its wall clock. */
  async moveClock(ms: number): Promise<void> {
    await this.#lines.ask({ lever: 'clock', ms })
  }

  /** Lets time pass for it, with all its timers. @returns how many of them ran */
  async pass(ms: number): Promise<number> {
    return z.object({ timers: z.number() }).parse(await this.#lines.ask({ lever: 'pass', ms })).timers
  }

  /** Its memory, after what nobody holds was collected. */
  async measure(): Promise<Memory> {
    return measured.parse(await this.#lines.ask({ lever: 'measure' }))
  }

  /** The numbers of its open descriptors. */
  descriptors(): number[] {
    return readdirSync(`/proc/${this.pid}/fd`).map(Number)
  }

  /** What its descriptors are: paths, sockets, pipes. */
  openThings(): string[] {
    return this.descriptors().flatMap((fd) => linkOf(`/proc/${this.pid}/fd/${fd}`) ?? [])
  }

  /** The files whose path ends so that it has open. */
  openFiles(end: string): string[] {
    return this.openThings().filter((path) => path.endsWith(end))
  }

  /** The limit (RLIMIT_NOFILE) under which it may open so many more: the lowest number that may not be given. */
  descriptorLimit(more: number): number {
    const open = new Set(this.descriptors())
    let number = 0
    for (let free = -1; free < more; number += 1) if (!open.has(number)) free += 1
    return number - 1
  }

  /** How it is, and the last that it has said and logged: why something went wrong. */
  trail(): string {
    const ended = this.isAlive
      ? ''
      : `it has ended (${String(this.process.exitCode)}, ${String(this.process.signalCode)})\n`
    return `${ended}${this.said}${this.logged('')}`
  }

  /** The last lines of its log that have this text. */
  logged(text: string): string {
    const lines = this.#log()
      .split('\n')
      .filter((line) => line !== '' && line.includes(text))
    return lines.slice(-TRAIL).join('\n')
  }

  /** The errors that it has logged since the last call. */
  newErrors(): string[] {
    const text = this.#log()
    const added = text.slice(this.#logRead)
    this.#logRead = text.lastIndexOf('\n') + 1
    return added.split('\n').filter((line) => levelOf(line) >= ERROR_LEVEL)
  }

  /** Its log, where it has written one. */
  #log(): string {
    const path = join(this.home, 'log', 'daemon.log')
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
}

/** A descriptor may be closed while they are looked at. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** The level of a line of the log; a line that is not whole has none. */
function levelOf(line: string): number {
  try {
    const entry: unknown = JSON.parse(line)
    return isJsonObject(entry) ? Number(entry['level']) : 0
  } catch {
    return 0
  }
}
