import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { writePrivateFile } from './private-file.js'

const filters = z.array(z.looseObject({ filter: z.string(), label: z.string() }))
const file = z.record(z.string(), filters)
/** `exceptionBreakpointFilters` of an adapter (DAP, "Capabilities"). */
export type Filters = z.infer<typeof filters>

/** Adapter ids that are remembered; the one that was used longest ago is forgotten first. */
const KEPT = 50

/**
 * The exception filters that an editor's `initialize` is answered with when its adapter is not known yet: those of the adapter that
 * served the same `adapterID` last. VS Code takes filters from that answer alone (measured: 1.100.3). A private file, rewritten as a
 * whole; one that cannot be read counts as empty.
 */
export class OfferedFilters {
  readonly #path: string
  readonly #known: Map<string, Filters>

  constructor(path: string) {
    this.#path = path
    this.#known = new Map(Object.entries(read(path)))
  }

  /** The filters for this `adapterID`; empty where none is known. */
  of(adapterId: unknown): Filters {
    return (typeof adapterId === 'string' ? this.#known.get(adapterId) : undefined) ?? []
  }

  /** An adapter that serves this `adapterID` has announced these capabilities. */
  learn(adapterId: unknown, capabilities: unknown): void {
    const parsed = z.looseObject({ exceptionBreakpointFilters: filters }).safeParse(capabilities)
    if (typeof adapterId !== 'string' || !parsed.success) return
    const { exceptionBreakpointFilters: now } = parsed.data
    if (JSON.stringify(now) === JSON.stringify(this.of(adapterId))) return
    this.#known.delete(adapterId)
    this.#known.set(adapterId, now)
    const [oldest] = this.#known.keys()
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest)
    try {
      writePrivateFile(this.#path, `${JSON.stringify(Object.fromEntries(this.#known))}\n`)
    } catch {
      // A full disk: they are known until the daemon ends.
    }
  }
}

function read(path: string): Record<string, Filters> {
  try {
    return file.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
