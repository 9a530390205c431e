import type { NameStyle } from '@dapplex/protocol'
import { readChildren } from '../variables/read-children.js'
import type { Variable } from '../variables/variable.js'
import type { FoundObject } from './find-object.js'

export type Slot =
  | { readonly kind: 'found'; readonly variable: Variable; readonly container: number }
  | { readonly kind: 'missing'; readonly slots: readonly string[] }

/** How many members are searched for the slot. */
const MOST_MEMBERS = 10_000
/** How many known names an error lists. */
const NAMES_TOLD = 100

/** Finds a member of an object by the name that the adapter lists. An element is also found by its bare index. */
export async function findSlot({ on, entry }: FoundObject, name: string): Promise<Slot> {
  return findIn(entry.reference)

  async function findIn(container: number): Promise<Slot> {
    if (container === 0) return { kind: 'missing', slots: [] }
    const known = container === entry.reference ? { named: entry.named, indexed: entry.indexed } : {}
    const { rows } = await readChildren(on, { reference: container, ...known }, { start: 0, count: MOST_MEMBERS })
    const [only] = rows
    // The target of a pointer is its only child and has no name.
    if (rows.length === 1 && only?.name === '') return findIn(only.reference)
    const variable = rows.find(exactly(name)) ?? rows.find(ignoringCase(on.traits.presentation.names, name))
    if (variable !== undefined) return { kind: 'found', variable, container }
    const { groupRows } = on.traits.presentation
    const slots = rows.map((row) => row.name).filter((slot) => !groupRows.includes(slot))
    return { kind: 'missing', slots: slots.slice(0, NAMES_TOLD) }
  }
}

const exactly = (name: string) => (row: Variable) => row.name === name || row.name === `[${name}]`

const ignoringCase = (names: NameStyle, name: string) => (row: Variable) =>
  names === 'lisp' && row.name.toLowerCase() === name.toLowerCase()
