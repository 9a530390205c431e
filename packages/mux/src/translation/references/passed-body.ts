import type { ScannedAnswer } from '@dapplex/protocol'
import type { IdChange, PassedBody } from '../../state/contract/input.js'
import { give, type Origin } from './from-adapter.js'

/**
 * The body of a scanned answer with the ids that clients know (mux 5). Ids of one kind are given in the order in which they stand, as
 * `responseIds` gives them: so a journal, whose messages are parsed, gives the same ones when it is run again.
 */
export function passedBody(origin: Origin, { bytes, from, to, ids }: ScannedAnswer): PassedBody {
  const changes: IdChange[] = []
  for (const at of ids) {
    const id = give(origin, at.kind, at.id)
    if (typeof id === 'number' && id !== at.id) changes.push({ from: at.from, to: at.to, id })
  }
  return { bytes, from, to, changes }
}
