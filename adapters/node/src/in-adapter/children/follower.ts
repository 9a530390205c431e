import type { Emit } from '../dap/emit.js'
import type { Family } from './family.js'
import type { Newcomer } from './newcomer.js'

/** Asks the client for a session (DAP, "StartDebugging"). Resolves with the reason where there will be none. */
export type AskForSession = (configuration: Readonly<Record<string, unknown>>) => Promise<string | undefined>

/** How long a session that the client has promised may take until it attaches, in ms. */
const ATTACH_MS = 30_000

/** Gets a session for each process and each worker that the program of one session starts. */
export class Follower {
  readonly #family: Family
  readonly #ask: AskForSession
  readonly #emit: Emit
  /** Reasons that the client has been told: a program that starts hundreds of processes gives each only once. */
  readonly #told = new Set<string>()
  #isOver = false

  constructor(family: Family, ask: AskForSession, emit: Emit) {
    this.#family = family
    this.#ask = ask
    this.#emit = emit
  }

  async follow(newcomer: Newcomer): Promise<void> {
    if (this.#isOver) return newcomer.leave()
    const { waiting, address } = this.#family
    const ticket = waiting.add(newcomer)
    const { name, program, cwd } = newcomer
    const why = await this.#ask({
      type: 'node',
      request: 'attach',
      name,
      ...(program === undefined ? {} : { program }),
      ...(cwd === undefined ? {} : { cwd }),
      childSocket: address,
      childTicket: ticket,
    })
    const giveUp = () => waiting.take(ticket)?.leave()
    if (why === undefined) return void setTimeout(giveUp, ATTACH_MS).unref()
    giveUp()
    this.#tell(newcomer, why)
  }

  #tell({ kind, name, pid }: Newcomer, why: string): void {
    if (this.#isOver || this.#told.has(why)) return
    this.#told.add(why)
    const what = kind === 'process' ? `process ${pid} (${name})` : name
    this.#emit('output', { category: 'important', output: `${what} runs without a debugger: ${why}\n` })
  }

  /** The session has left the program: what comes now runs without a debugger. */
  end(): void {
    this.#isOver = true
  }
}
