import type { BreakpointView } from '@dapplex/protocol'
import type { BreakpointWish, WorkspaceBreakpoints } from '@dapplex/tools'

/** Breakpoints set with no session. They are set in each session to come, under the same ids. */
export class WorkspaceBreakpointTable implements WorkspaceBreakpoints {
  readonly #breakpoints = new Map<number, BreakpointView>()
  #nextId = 1

  /** The first id that neither the workspace nor a session has used yet. */
  get nextId(): number {
    return this.#nextId
  }

  /** A session has used this id. */
  seen(id: number): void {
    this.#nextId = Math.max(this.#nextId, id + 1)
  }

  add(wish: BreakpointWish): BreakpointView {
    const id = this.#nextId
    this.#nextId += 1
    const breakpoint: BreakpointView = {
      ...wish,
      id,
      what: wish.function === undefined ? 'source' : 'function',
      enabled: true,
      verified: false,
      message: 'no session yet; it is set in the next one',
      hits: 0,
    }
    this.#breakpoints.set(id, breakpoint)
    return breakpoint
  }

  remove(id: number): boolean {
    return this.#breakpoints.delete(id)
  }

  enable(id: number, enabled: boolean): BreakpointView | undefined {
    const breakpoint = this.#breakpoints.get(id)
    if (breakpoint === undefined) return undefined
    const changed = { ...breakpoint, enabled }
    this.#breakpoints.set(id, changed)
    return changed
  }

  list(): readonly BreakpointView[] {
    return [...this.#breakpoints.values()]
  }

  /** What a session that begins is to set. */
  wishes(): readonly KeptWish[] {
    return this.list().map(wishOf)
  }
}

/** A breakpoint that is set in another session under the same id. */
export type KeptWish = BreakpointWish & { readonly id: number; readonly enabled: boolean }

/** What was wished of a breakpoint, without what became of it. */
export function wishOf(view: BreakpointView): KeptWish {
  const { id, enabled, path, line, column, condition, hitCondition, logMessage, function: name } = view
  const wish = { id, enabled, path, line, column, condition, hitCondition, logMessage, function: name }
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as unknown as KeptWish
}
