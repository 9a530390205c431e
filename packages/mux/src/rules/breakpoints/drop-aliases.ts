import type { Session } from '../../state/session.js'

/** An adopted copy goes with its original (mux 2). */
export function dropAliases(session: Session, originals: ReadonlySet<number>): void {
  if (originals.size === 0) return
  for (const list of session.breakpoints.lists.values())
    for (const [owner, own] of list.owners) {
      const specs = ownerList.specs.filter((spec) => spec.aliasOf === undefined || !originals.has(spec.aliasOf))
      if (specs.length < ownerList.specs.length) list.owners.set(owner, { ...ownerList, specs })
    }
}
