import type { BreakpointView } from '@dapplex/protocol'
import type { BreakpointSpec, FollowedPlace, WorkspaceBreakpoints } from '@dapplex/tools'
import type { WorkspaceBreakpointTable } from './breakpoint-table.js'
import { workspaceOf, workspaceOfFile } from './workspace-of.js'

/** Where a caller stands. */
export interface CallerPlace {
  /** Its working folder, where it told it. */
  readonly folder: string | undefined
  /** Breakpoints that it set before its workspace was known: they belong to the next program that it starts. */
  readonly unplaced: Set<number>
}

/** The kept breakpoints as one caller sees them: those of its workspace; all where its workspace is not known. */
export class CallerBreakpoints implements WorkspaceBreakpoints {
  readonly #table: WorkspaceBreakpointTable
  readonly #place: CallerPlace

  constructor(table: WorkspaceBreakpointTable, place: CallerPlace) {
    this.#table = table
    this.#place = place
  }

  add(spec: BreakpointSpec): BreakpointView {
    const { folder, unplaced } = this.#place
    const placed = spec.path === undefined ? this.#workspace() : workspaceOfFile(spec.path, folder)
    const view = this.#table.add(spec, placed)
    if (placed === undefined) unplaced.add(view.id)
    return view
  }

  remove(id: number): boolean {
    this.#place.unplaced.delete(id)
    return this.#table.remove(id)
  }

  enable(id: number, enabled: boolean): BreakpointView | undefined {
    return this.#table.enable(id, enabled)
  }

  follow(id: number, now: FollowedPlace): void {
    this.#table.follow(id, now)
  }

  list(): readonly BreakpointView[] {
    return this.#table.list()
  }

  visible(workspace = this.#workspace()): readonly BreakpointView[] {
    if (workspace === undefined) return this.list()
    const ids = new Set(this.#table.specsFor(workspace).map(({ id }) => id))
    return this.list().filter(({ id }) => ids.has(id) || this.#place.unplaced.has(id))
  }

  isHere({ id, workspace }: BreakpointView): boolean {
    return workspace === undefined ? this.#place.unplaced.has(id) : workspace === this.#workspace()
  }

  /** The caller starts a program of this workspace: what it set before belongs there. */
  place(workspace: string): void {
    this.#table.place([...this.#place.unplaced], workspace)
    this.#place.unplaced.clear()
  }

  #workspace(): string | undefined {
    const { folder } = this.#place
    return folder === undefined ? undefined : workspaceOf(folder)
  }
}
