import { surface, toolError } from '@dapplex/protocol'
import { viewIn } from '../breakpoints/breakpoint-home.js'
import { breakpointSpec } from '../breakpoints/breakpoint-spec.js'
import { purposeOf } from '../breakpoints/breakpoint-purpose.js'
import type { SessionCall } from '../call/call.js'
import { implementFitting } from '../digest/implement-fitting.js'
import { present } from '../result/present.js'
import { move } from './move.js'
import { expectedOf, threadToMove } from './thread-to-move.js'

/** Time for removing the breakpoint, however the call ended. */
const CLEAN_UP_MS = 5_000

export const runTo = implementFitting(surface.run_to, async (params, call) => {
  const on = call.on(params.session_id)
  const threadId = await threadToMove(on, params)
  const { file, line } = params
  const spec = await breakpointSpec({ file, line }, purposeOf(on))
  const body = await on.ask('dapplex_breakpointAdd', { ...spec, temporary: true }, (reason) =>
    toolError('INVALID_FILE', { file, reason }),
  )
  const { id, verified, message } = viewIn(body)
  try {
    const moved = await move(on, {
      command: 'continue',
      threadId,
      wait: true,
      detail: params.detail,
      expectedStopId: expectedOf(on, params),
      // If threads stop one by one, another thread may be the one that reaches the line.
      also: ({ breakpointIds }) => breakpointIds.includes(id),
    })
    const { breakpoint_ids: ids = [] } = moved
    const reached = ids.includes(id)
    const others = ids.filter((one) => one !== id)
    const told = { ...moved, breakpoint_ids: ids.length === 0 ? undefined : others, reached }
    return present({ ...told, message: reached ? undefined : whyNot(moved, { verified, message }) })
  } finally {
    await takeBack(on, id)
  }
})

function whyNot(
  { reason }: { readonly reason?: string | undefined },
  place: { readonly verified: boolean; readonly message: string | undefined },
): string {
  const pending = place.verified
    ? ''
    : `; the adapter has not confirmed the line${place.message === undefined ? '' : `: ${place.message}`}`
  switch (reason) {
    case 'timeout':
      return `The line was not reached in time; the program runs on and will not stop there${pending}`
    case 'exited':
      return `The program ended before it reached the line${pending}`
    default:
      return `The program was stopped on the way (${reason ?? 'unknown'})${pending}`
  }
}

/** The core also removes it at the stop, so a failure here means that it is already gone. */
async function takeBack(on: SessionCall, id: number): Promise<void> {
  if (!on.view.breakpoints.some((one) => one.id === id)) return
  await on.session.request('dapplex_breakpointRemove', { id }, { timeoutMs: CLEAN_UP_MS }).catch(() => undefined)
}
