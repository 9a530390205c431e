import { surface } from '@dapplex/protocol'
import type { Call, SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { failureText } from '../call/dap-failure.js'
import { present } from '../result/present.js'
import { actorRow } from '../result/session-state.js'

export const controlAcquire = implement(surface.control_acquire, async (params, call) => {
  const { lease_ms: leaseMs, reason } = params
  const on = call.on(params.session_id)
  return askControl(call, on, { command: 'dapplex_controlAcquire', args: present({ leaseMs, reason }) })
})

export const controlRelease = implement(surface.control_release, async (params, call) =>
  askControl(call, call.on(params.session_id), { command: 'dapplex_controlRelease', args: {} }),
)

/** Does not join the session: reading the status needs no client in it. */
export const controlStatus = implement(surface.control_status, (params, call) =>
  Promise.resolve(controlState(call, call.on(params.session_id))),
)

async function askControl(
  call: Call,
  on: SessionCall,
  { command, args }: { readonly command: string; readonly args: Readonly<Record<string, unknown>> },
) {
  const answer = await on.send(command, args)
  if (!answer.success) throw new Error(`${command} failed: ${failureText(answer)}`)
  return controlState(call, on)
}

function controlState({ context }: Call, { session, view: { control } }: SessionCall) {
  const { mode = 'shared', holder, until, reason } = control ?? {}
  return present({
    mode,
    is_mine: holder !== undefined && session.isCaller(holder),
    holder: holder === undefined ? undefined : actorRow(holder),
    remaining_ms: until === undefined ? undefined : Math.max(0, Math.round(until - context.now())),
    until: until === undefined ? undefined : new Date(until).toISOString(),
    reason,
  })
}
