import type { BreakpointView } from '@dapplex/protocol'
import type { BreakpointSpec, WorkspaceBreakpoints } from '@dapplex/tools'
import type { BreakpointStore } from './breakpoint-file.js'
import type { KeptSpec } from './kept-spec.js'

const WAITING = 'no session yet; it is set in the next one'

/** Breakpoints set without a session. Later sessions get them under the same ids, also after a restart of the daemon. */
export class WorkspaceBreakpointTable implements WorkspaceBreakpoints {
  readonly #breakpoints = new Map<number, BreakpointView>()
  readonly #store: BreakpointStore | undefined
  #nextId = 1

  /** Without a store the breakpoints end with the daemon. */
  constructor(store?: BreakpointStore) {
    this.#store = store
    for (const { id, enabled, ...spec } of store?.load() ?? []) {
      this.#breakpoints.set(id, { ...waiting(spec, id), enabled })
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

  add(spec: BreakpointSpec): BreakpointView {
    const id = this.#nextId
    this.#nextId += 1
    const breakpoint = waiting(spec, id)
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

  list(): readonly BreakpointView[] {
    return [...this.#breakpoints.values()]
  }

  /** The breakpoints for a session that begins. */
  specs(): readonly KeptSpec[] {
    return this.list().map(specOf)
  }

  #save(): void {
    this.#store?.save(this.specs())
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
  } = view
  const place = { path, line, column, function: name, filter, exception }
  const spec = { id, enabled, ...place, condition, hitCondition, logMessage }
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)) as unknown as KeptSpec
}
