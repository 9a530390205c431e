import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { RequestFailure } from '../dap/request-failure.js'
import { allOutput } from './all-output.js'
import { BannerFilter, findInspectorUrl } from './banner.js'
import { drainBehind } from './drain.js'
import { GroupGuard, signalGroup } from './group.js'
import { commandLine, type LaunchArguments } from './launch-arguments.js'

export type OutputCategory = 'stdout' | 'stderr'

/** Receives output. A promise means that there is no room for more until it resolves. */
export type OutputSink = (category: OutputCategory, text: string) => Promise<void> | undefined

export interface ProgramListener {
  readonly sink: OutputSink
  /** The program has to be killed, since it does not end after SIGTERM. */
  readonly onForcedEnd: () => void
}

/** How long a program may take to end after it was asked to, in ms. Then it is killed. */
export const KILL_AFTER_MS = 5_000
/** What the client is told then. */
export const NOT_ENDED = 'The program did not end after SIGTERM. It is killed now (SIGKILL).\n'
/** How long Node may take until its inspector listens, in ms. */
const INSPECTOR_TIMEOUT_MS = 20_000

/** How a program has ended. */
export interface ProgramExit {
  /** 128 and its number after a signal. */
  readonly exitCode: number
  readonly signal?: NodeJS.Signals
}

/** A program that this adapter has started, in a process group of its own. */
export class LaunchedProgram {
  readonly pid: number
  /** Resolves when all output has been delivered. */
  readonly exited: Promise<ProgramExit>
  readonly #guard: GroupGuard
  readonly #onForcedEnd: () => void
  readonly #stdin: Writable
  readonly #outputs: readonly [stdout: Readable, stderr: Readable]
  readonly #opening: OpeningText
  #phase: 'running' | 'ending' | 'gone' = 'running'
  #killTimer: NodeJS.Timeout | undefined

  /** @throws RequestFailure if the runtime cannot be started */
  static async start(launch: LaunchArguments, listener: ProgramListener): Promise<LaunchedProgram> {
    const child = spawn(launch.runtimeExecutable, commandLine(launch), {
      cwd: launch.cwd,
      env: launch.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (error) =>
        reject(
          new RequestFailure(
            `launch: cannot start ${launch.runtimeExecutable} (${error.message}); set runtimeExecutable to a Node 20 or later`,
          ),
        ),
      )
    })
    return new LaunchedProgram(child, { ...listener, isDebugged: launch.hasInspector, folder: launch.guardedFolder })
  }

  private constructor(
    child: ChildProcessByStdio<Writable, Readable, Readable>,
    {
      sink,
      onForcedEnd,
      isDebugged,
      folder,
    }: ProgramListener & { readonly isDebugged: boolean; readonly folder: string | undefined },
  ) {
    this.#onForcedEnd = onForcedEnd
    this.pid = child.pid ?? 0
    this.#stdin = child.stdin
    this.#outputs = [child.stdout, child.stderr]
    // A program may close its standard input, or end, before it has read all of it.
    this.#stdin.on('error', () => undefined)
    this.#guard = new GroupGuard(this.pid, folder)
    this.#opening = deliver(child, { sink, isDebugged })
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        if (this.#phase === 'ending') signalGroup(this.pid, 'SIGKILL')
        this.#phase = 'gone'
        this.#guard.dismiss()
        clearTimeout(this.#killTimer)
        const exit = signal === null ? { exitCode: code ?? 0 } : { exitCode: 128 + constants.signals[signal], signal }
        void allOutput(child).then(() => resolve(exit))
      })
    })
  }

  /**
   * The address of its inspector.
   * @throws RequestFailure if the program ends before it has one
   */
  inspectorUrl(): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new RequestFailure(`launch: the runtime opened no inspector within ${INSPECTOR_TIMEOUT_MS} ms`)),
        INSPECTOR_TIMEOUT_MS,
      )
      this.#opening.onText((text) => {
        const url = findInspectorUrl(text)
        if (url === undefined) return
        clearTimeout(timer)
        resolve(url)
      })
      void this.exited.then(({ exitCode: code }) => {
        clearTimeout(timer)
        const said = this.#opening.text.trim()
        reject(new RequestFailure(`launch: the runtime ended with exit code ${code} before the program began: ${said}`))
      })
    })
  }

  /**
   * Sends text to its standard input, and ends the input if asked to.
   * @throws RequestFailure if the input has ended already
   */
  sendInput(text: string, end: boolean): void {
    if (!this.#stdin.writable) throw new RequestFailure('the standard input of the program has ended')
    if (text !== '') this.#stdin.write(text)
    if (end) this.#stdin.end()
  }

  /** The program is about to be ended. It is killed, and the client is told, when that takes too long. */
  beginEnd(): void {
    if (this.#phase === 'gone') return
    this.#phase = 'ending'
    this.#killTimer ??= setTimeout(() => {
      this.#onForcedEnd()
      this.kill()
    }, KILL_AFTER_MS)
  }

  /** Does the last step of the end. The rest of its process group is killed when the program has ended. */
  end(step: 'signal' | 'wait' | 'kill'): void {
    if (this.#phase !== 'ending' || step === 'wait') return
    signalGroup(this.pid, step === 'kill' ? 'SIGKILL' : 'SIGTERM')
  }

  /** Ends it and all its children at once. */
  kill(): void {
    if (this.#phase === 'gone') return
    this.#phase = 'ending'
    signalGroup(this.pid, 'SIGKILL')
  }

  /**
   * Lets the program outlive this adapter. Nobody sees what it prints from now on.
   * @returns what must end before this process may, so that the program can print
   */
  release(): Promise<unknown> | undefined {
    clearTimeout(this.#killTimer)
    this.#guard.dismiss()
    return drainBehind(this.#outputs) ? undefined : this.exited
  }
}

interface Delivery {
  readonly sink: OutputSink
  readonly isDebugged: boolean
}

/** The first 10,000 characters of stderr, where the inspector says its address. */
class OpeningText {
  text = ''
  #listener: (text: string) => void = () => undefined

  add(more: string): void {
    if (this.text.length >= 10_000) return
    this.text += more
    this.#listener(this.text)
  }

  /** Calls the listener with the text so far, now and whenever there is more. */
  onText(listener: (text: string) => void): void {
    this.#listener = listener
    listener(this.text)
  }
}

/** Passes the output on without the inspector's lines, no faster than the receiver takes it. */
function deliver(
  { stdout, stderr }: ChildProcessByStdio<Writable, Readable, Readable>,
  { sink, isDebugged }: Delivery,
): OpeningText {
  const opening = new OpeningText()
  const pass = (category: OutputCategory, text: string) => {
    if (text === '') return
    const stream = category === 'stdout' ? stdout : stderr
    const drained = sink(category, text)
    if (drained === undefined) return
    stream.pause()
    void drained.then(() => stream.resume())
  }
  stdout.setEncoding('utf8').on('data', (text: string) => pass('stdout', text))
  const filter = new BannerFilter()
  stderr.setEncoding('utf8')
  stderr.on('data', (text: string) => {
    opening.add(text)
    pass('stderr', isDebugged ? filter.pass(text) : text)
  })
  stderr.once('end', () => pass('stderr', filter.end()))
  return opening
}
