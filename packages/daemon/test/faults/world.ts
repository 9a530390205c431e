import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { must, processesWithEnv, untilGone } from '@dapplex/testkit'
import type { RpcClient } from '../support/rpc-client.js'
import { inTime } from '../walk/in-time.js'
import { joinAs, openAgent } from './clients.js'
import { FaultyDaemon } from './faulty-daemon.js'
import type { Rest } from './growth.js'
import { Proxies } from './proxies.js'
import { Records } from './records.js'
import { launchProgram, launchSession, untilAllGone, type FaultSession } from './session.js'
import type { FaultSubject } from './subjects.js'

const TAG = 'DAPPLEX_FAULTS'
/** An ended session is forgotten after this time, so that memory can be compared. */
const KEEP_ENDED_MS = 1000
const LOOK_MS = 500
const MOST_LOOKS = 60
/** The disk of the state folder, where this account may mount one. */
const DISK_BYTES = 48 * 1024 * 1024

/** Everything that faults are injected into: one daemon after the other on one state folder, and their sessions. */
export class FaultWorld {
  readonly folder: string
  readonly problems: string[] = []
  readonly records = new Records()
  /** The state folder is a disk of its own, which can be filled. */
  readonly hasOwnDisk: boolean
  readonly proxies: Proxies
  readonly #subjects: readonly FaultSubject[]
  readonly #sessions = new Map<string, FaultSession>()
  readonly #spoiled = new Set<string>()
  readonly #env: NodeJS.ProcessEnv
  #daemon: FaultyDaemon | undefined
  #standby: FaultyDaemon
  #agent: RpcClient | undefined

  private constructor(parts: {
    readonly folder: string
    readonly subjects: readonly FaultSubject[]
    readonly proxies: Proxies
    readonly hasOwnDisk: boolean
  }) {
    this.folder = parts.folder
    this.#subjects = parts.subjects
    this.proxies = parts.proxies
    this.hasOwnDisk = parts.hasOwnDisk
    this.#env = { ...process.env, XDG_CONFIG_HOME: join(parts.folder, 'config'), [TAG]: parts.folder }
    this.#standby = this.#load()
  }

  static async open(subjects: readonly FaultSubject[]): Promise<FaultWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'dapplex-faults-'))
    for (const name of ['home', 'config/dapplex']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    const hasOwnDisk = mountDisk(join(folder, 'home'))
    const proxies = await Proxies.open(folder)
    const paths = await Promise.all(
      subjects.map(async ({ adapter }) => [adapter, { path: await proxies.standFor(adapter) }] as const),
    )
    const settings = { adapters: Object.fromEntries(paths), sessions: { keep_ended_ms: KEEP_ENDED_MS } }
    writeFileSync(join(folder, 'config', 'dapplex', 'dapplex.jsonc'), JSON.stringify(settings))
    const world = new FaultWorld({ folder, subjects, proxies, hasOwnDisk })
    await world.startDaemon()
    return world
  }

  get daemon(): FaultyDaemon {
    return must(this.#daemon)
  }

  get agent(): RpcClient {
    return must(this.#agent)
  }

  /** From now on the recordings of the sessions that run may end: their disk was full. */
  spoilFiles(): void {
    for (const { id } of this.#sessions.values()) this.#spoiled.add(id)
  }

  isSpoiled(session: string): boolean {
    return this.#spoiled.has(session)
  }

  problem(what: string): void {
    this.problems.push(what)
  }

  #load(): FaultyDaemon {
    return new FaultyDaemon(this.#env, join(this.folder, 'home'))
  }

  /** The next daemon on the same state folder. Everything that was acknowledged before must be there. */
  async startDaemon(): Promise<void> {
    this.#daemon = this.#standby
    this.#standby = this.#load()
    await inTime('the daemon starts', this.daemon.start())
    this.#agent = await openAgent(this.daemon.socket, 'agent')
    this.problems.push(...(await this.records.check(this.agent)))
  }

  /** After the daemon has ended: everything that it has started has ended too. */
  async afterDaemon(): Promise<void> {
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    for (const session of sessions) {
      await inTime('the editor hears of the end of the daemon', session.editor.client.closed)
      await untilAllGone(session)
    }
    await inTime('the agent hears of it', this.agent.closed)
    await this.startDaemon()
  }

  /** After something went wrong: everything begins anew, but for what is on disk. */
  async beginAnew(): Promise<void> {
    this.daemon.process.kill('SIGKILL')
    await this.daemon.exited
    await this.afterDaemon()
  }

  /** A session of this adapter: the one that is there, or a new one. */
  async session(subject: FaultSubject): Promise<FaultSession> {
    const found = this.#sessions.get(subject.adapter)
    if (found !== undefined) return found
    const place = { socket: this.daemon.socket, agent: this.agent, proxies: this.proxies }
    const session = await inTime(`a launch with ${subject.adapter}`, launchSession(place, subject))
    this.#sessions.set(subject.adapter, session)
    return session
  }

  /** The session has ended: it is left, and the next one takes its place. */
  async leave(session: FaultSession): Promise<void> {
    this.#sessions.delete(session.subject.adapter)
    await session.editor.client.close()
  }

  /** Another editor takes the place of the one that has seen much. */
  async renewEditor(session: FaultSession): Promise<void> {
    await session.editor.client.close()
    session.editor = await joinAs(this.daemon.socket, session.id, 'editor')
  }

  async endSessions(): Promise<void> {
    for (const session of [...this.#sessions.values()]) {
      const { id, subject } = session
      try {
        await this.agent.call('debug_disconnect', { session_id: id, terminate: true })
      } catch (error) {
        const told = this.daemon.logged(`"session":"${id}"`)
        this.problem(`session ${id} of ${subject.adapter} should stand at its stop: ${String(error)}\n${told}`)
      }
      await untilAllGone(session)
      await this.leave(session)
    }
  }

  /** Something that the daemon acknowledges and must keep. */
  async record(): Promise<void> {
    await this.records.add(this.agent)
  }

  forgetRecords(): void {
    this.records.forget()
  }

  stateEntries(): string[] {
    return readdirSync(this.daemon.home).map((name) => join(this.daemon.home, name))
  }

  async checkServes({ id, editor }: FaultSession): Promise<void> {
    const { success, message } = await inTime('threads', editor.client.request('threads'))
    if (!success) this.problem(`the editor is refused its threads: ${message ?? ''}`)
    await inTime('stacktrace_get', this.agent.call('stacktrace_get', { session_id: id }))
  }

  /** One more session begins and ends. */
  async checkLaunches(): Promise<void> {
    const [subject] = this.#subjects
    const place = { socket: this.daemon.socket, agent: this.agent, proxies: this.proxies }
    const started = await launchProgram(place, must(subject))
    await this.agent.call('debug_disconnect', { session_id: started.id, terminate: true })
    await untilAllGone(started)
  }

  /**
   * Without sessions: what the daemon holds now.
   * @param most descriptors that it should hold. The last connections may take a while to close: it waits for that, not for ever
   */
  async atRest(most = Infinity): Promise<Rest> {
    await this.endSessions()
    const { sessions } = await this.agent.call('sessions_list')
    for (const { session_id, state } of sessions)
      if (state !== 'exited') this.problem(`session ${session_id} is ${state}, and nobody knows of it`)
    // Ended sessions are forgotten by then.
    await delay(2 * KEEP_ENDED_MS)
    for (let looks = 0; this.daemon.descriptors().length > most && looks < MOST_LOOKS; looks += 1) await delay(LOOK_MS)
    if (this.daemon.descriptors().length > most)
      this.problem(`more than ${most}: ${this.daemon.openThings().join(' ')}`)
    const memory = await this.daemon.measure()
    return { ...memory, descriptors: this.daemon.descriptors().length, processes: this.#processes().length }
  }

  #processes(): readonly { readonly pid: number; readonly command: string }[] {
    return processesWithEnv(TAG, this.folder)
  }

  async close(): Promise<void> {
    await this.endSessions().catch((error: unknown) => this.problem(String(error)))
    this.#agent?.send({})
    this.daemon.process.kill('SIGTERM')
    this.#standby.process.kill('SIGKILL')
    await inTime('the daemon ends', this.daemon.exited)
    await inTime(
      'its processes end',
      untilGone(() => this.#processes()),
    )
    this.proxies.close()
    if (this.hasOwnDisk) execFileSync('umount', [join(this.folder, 'home')])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Only root may. */
function mountDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0700`, 'dapplex-faults', folder], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
