import { removeFolder } from '../../state/remove-folder.js'
import type { SessionRuntime } from '../runtime/session-runtime.js'

/** Sessions that are ended from outside, until they have ended. */
export class SessionEnds {
  readonly #leaving = new Set<SessionRuntime>()

  /** Ends them all, also where one of them fails to. @throws what the first of those has thrown */
  async end(sessions: readonly SessionRuntime[], why: string): Promise<void> {
    for (const session of sessions) this.#leaving.add(session)
    const ends = sessions.map((session) => session.shutDown(why).finally(() => this.#leaving.delete(session)))
    await Promise.allSettled(ends)
    await Promise.all(ends)
  }

  /** Those that have not ended yet, for people. */
  left(): string[] {
    return [...this.#leaving].map((one) => `${one.id} (${one.module.definition.id}, pid ${one.adapter?.pid ?? 'none'})`)
  }
}

/** What the tests of a session have written goes with it. */
export function removeTests({ tests, parentId }: SessionRuntime): void {
  if (tests !== undefined && parentId === undefined) removeFolder(tests.folder)
}
