import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { describeEnd, showStop } from '../stop/describe-stop.js'
import { recordedStop, waitForStop as wait } from '../stop/wait-for-stop.js'

export const waitForStop = implement(surface.wait_for_stop, async (params, call) => {
  const on = call.on(params.session_id)
  // Read first, so that an event between this line and the wait still counts.
  const sinceSeq = on.session.lastSeq()
  const { phase, stop } = on.view
  const { since_stop_id: since } = params
  const known = since === undefined ? phase === 'stopped' && stop : recordedStop(on, since, () => true)
  if (known) return showStop(on, known)
  return phase === 'ended' ? describeEnd(on) : wait(on, { sinceSeq, matches: ({ stopId }) => stopId > (since ?? -1) })
})
