import { surface } from '@dapplex/protocol'
import { describeEnd } from '../digest/describe-end.js'
import { describeStop } from '../digest/describe-stop.js'
import { implementFitting } from '../digest/implement-fitting.js'
import { stoppedBelow } from '../digest/tree-wait.js'
import { recordedStop, waitForStop as wait } from '../digest/wait-for-stop.js'

export const waitForStop = implementFitting(surface.wait_for_stop, async (params, call) => {
  const on = call.on(params.session_id)
  // Read first, so that an event between this line and the wait still counts.
  const sinceSeq = on.session.lastSeq()
  const { phase, stop } = on.view
  const { since_stop_id: since, detail } = params
  const known = since === undefined ? phase === 'stopped' && stop : recordedStop(on, since, () => true)
  if (known) return describeStop(on, known, detail)
  const child = params.tree ? stoppedBelow(on) : undefined
  const its = child?.view().stop
  if (child !== undefined && its !== undefined) return describeStop(on.call.using(child), its, detail)
  if (phase === 'ended') return describeEnd(on)
  return wait(on, { sinceSeq, matches: ({ stopId }) => stopId > (since ?? -1), detail, tree: params.tree })
})
