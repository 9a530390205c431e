import type { BreakpointView } from '@dapplex/protocol'
import type { BreakpointSpec, FollowedPlace } from '@dapplex/tools'
import type { BreakpointStore } from './breakpoint-file.js'
import type { KeptSpec, PlacedSpec } from './kept-spec.js'
import { isWithin } from './workspace-of.js'

const WAITING = 'no session yet; it is set in the next one'

/**
 * Breakpoints set without a session. Later sessions of their workspace get them under the same ids, also after a restart of the
 * daemon.
 */
export class WorkspaceBreakpointTable {
  readonly #breakpoints = new Map<number, BreakpointView>()
  readonly #store: BreakpointStore | undefined
  #nextId = 1

  /** Without a store the breakpoints end with the daemon. */
  constructor(store?: BreakpointStore) {
    this.#store = store
    for (const { id, enabled, workspace, ...spec } of store?.load() ?? []) {
      this.#breakpoints.set(id, { ...waiting(spec, id), enabled, workspace })
      this.seen(id)
    }
  }

  /** The first id that neither the workspace nor a session has used yet. */
  get nextId(): number {
    return this.#nextId
  }

  /** A session has used this id. */
  seen(id: number): void {
    this.#nextId = Math.max(this.#nextId, id + 1)
  }

  /** Without a workspace it waits until `place` gives it one, and no session gets it before. */
  add(spec: BreakpointSpec, workspace: string | undefined): BreakpointView {
    const id = this.#nextId
    this.#nextId += 1
    const breakpoint = { ...waiting(spec, id), ...(workspace === undefined ? {} : { workspace }) }
    this.#breakpoints.set(id, breakpoint)
    this.#save()
    return breakpoint
  }

  remove(id: number): boolean {
    const wasThere = this.#breakpoints.delete(id)
    if (wasThere) this.#save()
    return wasThere
  }

  enable(id: number, enabled: boolean): BreakpointView | undefined {
    const breakpoint = this.#breakpoints.get(id)
    if (breakpoint === undefined) return undefined
    const changed = { ...breakpoint, enabled }
    this.#breakpoints.set(id, changed)
    this.#save()
    return changed
  }

  /** Its file was edited, and this is where it belongs now. */
  follow(id: number, { line, movedFrom, stale }: FollowedPlace): void {
    const breakpoint = this.#breakpoints.get(id)
    if (breakpoint === undefined) return
    const { movedFrom: _from, stale: _stale, ...rest } = breakpoint
    const moved = movedFrom === undefined ? {} : { movedFrom }
    this.#breakpoints.set(id, { ...rest, line, ...moved, ...(stale === undefined ? {} : { stale }) })
    this.#save()
  }

  list(): readonly BreakpointView[] {
    return [...this.#breakpoints.values()]
  }

  /** Gives a workspace to breakpoints that had none. */
  place(ids: readonly number[], workspace: string): void {
    for (const id of ids) {
      const breakpoint = this.#breakpoints.get(id)
      if (breakpoint !== undefined) this.#breakpoints.set(id, { ...breakpoint, workspace })
    }
    if (ids.length > 0) this.#save()
  }

  /**
   * The breakpoints for a session that begins in a workspace: its own, and those in files that lie in it. For a program whose
   * folder is not known: those in files, which only the file's own programs can reach.
   */
  specsFor(workspace: string | undefined): readonly KeptSpec[] {
    const isFor = (one: BreakpointView) =>
      workspace === undefined
        ? one.path !== undefined
        : one.workspace === workspace || (one.path !== undefined && isWithin(one.path, workspace))
    return this.list().filter(isFor).map(specOf)
  }

  /** Whether a program of one workspace gets the same breakpoints as a program of the other. */
  isSameFor(one: string | undefined, other: string | undefined): boolean {
    const ids = (workspace: string | undefined) => this.specsFor(workspace).map(({ id }) => id)
    return one === other || JSON.stringify(ids(one)) === JSON.stringify(ids(other))
  }

  #save(): void {
    const placed = this.list().flatMap((one): PlacedSpec[] =>
      one.workspace === undefined ? [] : [{ ...specOf(one), workspace: one.workspace }],
    )
    this.#store?.save(placed)
  }
}

const waiting = (spec: BreakpointSpec, id: number): BreakpointView => ({
  ...spec,
  id,
  what: whatOf(spec),
  enabled: true,
  verified: false,
  message: WAITING,
  hits: 0,
})

function whatOf({ filter, exception, function: name }: BreakpointSpec): BreakpointView['what'] {
  if (filter !== undefined || exception !== undefined) return 'exception'
  return name === undefined ? 'source' : 'function'
}

/** The requested breakpoint, without its state. */
export function specOf(view: BreakpointView): KeptSpec {
  const {
    id,
    enabled,
    path,
    line,
    column,
    condition,
    hitCondition,
    logMessage,
    function: name,
    filter,
    exception,
    text,
    movedFrom,
    stale,
  } = view
  const place = { path, line, column, function: name, filter, exception }
  const spec = { id, enabled, ...place, condition, hitCondition, logMessage, text, movedFrom, stale }
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)) as unknown as KeptSpec
}
