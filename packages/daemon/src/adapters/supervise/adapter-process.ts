import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { MessagePort } from '@dapplex/transport'
import { withinMs } from './within-ms.js'
import { endOneProcess, endProcesses } from './end-processes.js'
import { markProcess, OWNER_VARIABLE, processesOf, type ProcessMark } from './process-table.js'
import type { AdapterAddress, AdapterEnd, EndOptions, ProgramOutput, RunningAdapter } from './running-adapter.js'
import { spawnPiped } from './spawn-piped.js'
import { TextTail } from './text-tail.js'
import type { Watchdog } from './watchdog.js'

/** Characters of the standard error stream that are kept. */
const TAIL = 16 * 1024
/** After the process has ended, the daemon still reads its remaining output for this long. */
const DRAIN_MS = 250
/** After the connection has closed, the process has this long to end by itself, so that its exit code is known. */
const EXIT_MS = 400

export interface ProcessStart {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Unique for this process. */
  readonly owner: string
  readonly watchdog: Watchdog
}

/**
 * The process of an adapter, in a group of its own, marked with its owner and known to the watchdog.
 * Its connection is made by whoever started it and handed in with `connected`.
 */
export class AdapterProcess implements RunningAdapter {
  readonly child: ChildProcess
  address: AdapterAddress | undefined
  programInput: Writable | undefined
  readonly #start: ProcessStart
  readonly #stderr = new TextTail(TAIL)
  readonly #endListeners: ((end: AdapterEnd) => void)[] = []
  readonly #exited: Promise<string>
  #port: MessagePort | undefined
  #mark: ProcessMark | undefined
  #known: readonly ProcessMark[] = []
  #end: AdapterEnd | undefined
  #broke: string | undefined
  #strayText: string[] = []
  #onStrayText: ((text: string) => void) | undefined
  #ending: Promise<void> | undefined
  /** Child sessions that it serves, and how it ends after the last of them. */
  #sharers = 0
  #endAfterSharers: EndOptions | undefined

  /** @throws Error where no process can be started now; see `spawnPiped` */
  constructor(start: ProcessStart) {
    this.#start = start
    this.child = spawnPiped(start.command, start.args, {
      cwd: start.cwd,
      env: { ...start.env, [OWNER_VARIABLE]: start.owner },
      detached: true,
    })
    this.#exited = untilExit(this.child)
    const { pid } = this.child
    if (pid !== undefined) {
      start.watchdog.add(start.owner, pid)
      this.#mark = markProcess(pid)
    }
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#stderr.add(text))
    void this.#exited.then((why) => this.#processEnded(why))
  }

  get port(): MessagePort {
    if (this.#port === undefined) throw new Error('the adapter is not connected yet')
    return this.#port
  }

  get owner(): string {
    return this.#start.owner
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** Resolves with the reason when the process has ended, or could not be started. */
  get exited(): Promise<string> {
    return this.#exited
  }

  connected(port: MessagePort): this {
    this.#port = port
    port.onClose((reason) => {
      // The exit that follows is the end of its input, not the reason.
      if (reason.kind === 'failed') this.#broke = `broke its connection: ${reason.error.message}`
      const why = reason.kind === 'failed' ? `broke its connection: ${reason.error.message}` : 'closed its connection'
      void this.#connectionEnded(why)
    })
    return this
  }

  /** The standard output does not carry the protocol: it is kept with the standard error stream, for people. */
  keepStdout(): void {
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#stderr.add(text))
  }

  onProgramOutput(listener: (output: ProgramOutput) => void): void {
    const listen = (stream: Readable | null, category: ProgramOutput['category']) =>
      stream?.on('data', (text: string) => listener({ category, text })).resume()
    listen(this.child.stdout, 'stdout')
    listen(this.child.stderr, 'stderr')
  }

  /** Bound, so that it can be handed to the port. */
  readonly strayText = (text: string): void => {
    if (this.#onStrayText === undefined) this.#strayText.push(text)
    else this.#onStrayText(text)
  }

  onStrayText(listener: (text: string) => void): void {
    this.#onStrayText = listener
    for (const text of this.#strayText.splice(0)) listener(text)
  }

  onEnd(listener: (end: AdapterEnd) => void): void {
    const { child } = this
    if (this.#end === undefined) this.#endListeners.push(listener)
    else queueMicrotask(() => listener(this.#end ?? { why: `process ${child.pid ?? 0} ended`, stderr: this.stderr() }))
  }

  stderr(): string {
    return this.#stderr.toString()
  }

  share(): () => Promise<void> {
    this.#sharers += 1
    let release = async (): Promise<void> => {
      release = () => Promise.resolve()
      this.#sharers -= 1
      if (this.#sharers === 0 && this.#endAfterSharers !== undefined) await this.end(this.#endAfterSharers)
    }
    return () => release()
  }

  end(options: EndOptions): Promise<void> {
    if (this.#sharers > 0 && this.child.exitCode === null && this.child.signalCode === null) {
      this.#endAfterSharers = options
      this.#port?.close()
      this.#tellEnd('was ended')
      return Promise.resolve()
    }
    this.#ending ??= this.#endProcess(options)
    return this.#ending
  }

  async #endProcess({ graceMs, spare }: EndOptions): Promise<void> {
    const { pid } = this.child
    this.#remember()
    this.#port?.close()
    this.child.stdin?.end()
    await withinMs(this.#exited, graceMs)
    if (pid !== undefined) {
      if (!spare) await endProcesses({ pid, owner: this.#start.owner, known: this.#known })
      else if (this.#mark !== undefined) await endOneProcess(this.#mark)
      this.#start.watchdog.remove(this.#start.owner)
    }
    for (const stream of this.child.stdio) stream?.destroy()
    this.#tellEnd('was ended')
  }

  /** Processes that run now may lose their parent before the next search. */
  #remember(): void {
    const { pid } = this.child
    if (pid !== undefined) this.#known = processesOf(pid, this.#start.owner)
  }

  async #connectionEnded(why: string): Promise<void> {
    if (this.#ending !== undefined) return
    this.#remember()
    const exit = await withinMs(this.#exited, EXIT_MS)
    this.#tellEnd(exit ?? why)
  }

  async #processEnded(why: string): Promise<void> {
    const port = this.#port
    if (port !== undefined) {
      await withinMs(new Promise<void>((resolve) => port.onClose(() => resolve())), DRAIN_MS)
      port.close()
    }
    this.#tellEnd(why)
  }

  #tellEnd(why: string): void {
    if (this.#end !== undefined) return
    this.#end = { why: this.#broke ?? why, stderr: this.stderr() }
    for (const listener of this.#endListeners.splice(0)) listener(this.#end)
  }
}

function untilExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `ended with exit code ${code ?? 0}` : `was killed by ${signal}`),
    )
  })
}
