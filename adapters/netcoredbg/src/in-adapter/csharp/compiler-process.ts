import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type ErrorType } from '@dapplex/protocol'
import { builtProject } from './built-project.js'
import { findSdk, roslynFolder } from './find-sdk.js'
import { KnownAnswers } from './known-answers.js'
import { ShimError } from '../errors/shim-error.js'

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: {
    readonly type: ErrorType
    readonly message: string
    readonly data?: Readonly<Record<string, unknown>>
  }
}

interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly pending: Map<number, (answer: Answer | undefined) => void>
}

/** Operations whose answer depends on their arguments alone, as long as the program is the same. */
const PURE: ReadonlySet<string> = new Set(['frame', 'analyze', 'constant', 'compile'])

/** The C# process beside the debugger. It compiles expressions and reads symbols. The first question starts it. */
export class CompilerProcess {
  readonly #env: NodeJS.ProcessEnv
  #running: Promise<Running> | undefined
  #folder: string | undefined
  #id = 0
  readonly #known = new KnownAnswers()

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** Asks for one operation. Errors: those of the process; EVAL_FAILED of kind no_sdk where it cannot be built. */
  ask<T>(op: string, args: unknown): Promise<T> {
    return PURE.has(op) ? this.#known.get([op, args], () => this.#ask<T>(op, args)) : this.#ask<T>(op, args)
  }

  /** A program has started: its modules may have been built anew. */
  forget(): void {
    this.#known.forget()
  }

  async #ask<T>(op: string, args: unknown): Promise<T> {
    const { child, pending } = await this.#started()
    const id = ++this.#id
    const answer = await new Promise<Answer | undefined>((resolve) => {
      pending.set(id, resolve)
      child.stdin.write(`${JSON.stringify({ id, op, args })}\n`)
    })
    if (answer === undefined) throw new ShimError('EVAL_FAILED', 'the expression compiler ended', { kind: 'ended' })
    if (answer.error !== undefined)
      throw new ShimError(answer.error.type, answer.error.message, answer.error.data ?? {})
    return answer.result as T
  }

  /** The folder of the compiled expressions. Undefined before the process has started. */
  get outputFolder(): string | undefined {
    return this.#folder
  }

  /** Starts the process before the first question. That question reports a failed start. */
  warmUp(): void {
    this.ask('warmUp', {}).catch(() => undefined)
  }

  async close(): Promise<void> {
    const running = await this.#running?.catch(() => undefined)
    running?.child.stdin.end()
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }

  #started(): Promise<Running> {
    this.#running ??= this.#start()
    return this.#running
  }

  async #start(): Promise<Running> {
    const [sdk, built] = await Promise.all([findSdk(this.#env), builtProject('ExpressionCompiler', this.#env)])
    if (built.kind === 'unavailable' || sdk === undefined) {
      const reason = built.kind === 'unavailable' ? built.reason : 'no .NET SDK was found'
      throw new ShimError('EVAL_FAILED', `whole C# cannot be evaluated: ${reason}`, { kind: 'no_sdk' })
    }
    this.#folder = await mkdtemp(join(tmpdir(), 'dapplex-eval-'))
    const child = spawn(sdk.dotnet, ['exec', built.path, roslynFolder(sdk), this.#folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...this.#env, DOTNET_STARTUP_HOOKS: '', DOTNET_TieredCompilation: '1' },
    })
    const pending: Running['pending'] = new Map()
    const end = () => {
      this.#running = undefined
      const waiting = [...pending.values()]
      pending.clear()
      for (const settle of waiting) settle(undefined)
    }
    child.on('exit', end).on('error', end)
    child.stdin.on('error', () => undefined)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer
      pending.get(answer.id)?.(answer)
      pending.delete(answer.id)
    })
    return { child, pending }
  }
}
