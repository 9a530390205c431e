import type { Session } from '../../state/session.js'

/** Removes the adopted copies of these breakpoints (mux 2). */
export function dropAliases(session: Session, originals: ReadonlySet<number>): void {
  if (originals.size === 0) return
  for (const list of session.breakpoints.lists.values())
    for (const [owner, ownerList] of list.owners) {
      const specs = ownerList.specs.filter((spec) => spec.aliasOf === undefined || !originals.has(spec.aliasOf))
      if (specs.length < ownerList.specs.length) list.owners.set(owner, { ...ownerList, specs })
    }
}
