import { Listeners } from '../daemon/listeners.js'

/** What this window needs of a debug session of VS Code. */
export interface DebugSession {
  readonly id: string
  customRequest(command: string, args?: object): Thenable<unknown>
}

/** Which sessions of the daemon this window is in, by VS Code's own debug sessions. */
export class JoinedSessions {
  readonly onChange = new Listeners<undefined>()
  readonly #all = new Map<string, { readonly debugSession: DebugSession; readonly session: string }>()

  /** The daemon's session behind a debug session of VS Code. */
  of(debugSession: string): string | undefined {
    return this.#all.get(debugSession)?.session
  }

  /** The debug session of VS Code that is in a session of the daemon. */
  in(session: string): DebugSession | undefined {
    return [...this.#all.values()].find((one) => one.session === session)?.debugSession
  }

  has(session: string): boolean {
    return this.in(session) !== undefined
  }

  joined(debugSession: DebugSession, session: string): void {
    this.#all.set(debugSession.id, { debugSession, session })
    this.onChange.tell(undefined)
  }

  left(debugSession: string): void {
    if (this.#all.delete(debugSession)) this.onChange.tell(undefined)
  }
}
