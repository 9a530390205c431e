import { endsWithSession, surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import type { SessionCall } from '../call/call.js'

export const debugDisconnect = implement(surface.debug_disconnect, async (params, call) => {
  const on = call.on(params.session_id)
  const { session } = on
  const program = session.program === undefined || session.program === '' ? 'The program' : session.program
  if (on.view.phase === 'ended') {
    if (!params.dismiss) return { success: true as const, message: 'The session had already ended' }
    call.demandRole('operator', 'debug_disconnect with dismiss')
    call.sessions.dismiss(session)
    return { success: true as const, message: `Session ${session.id} is forgotten; its recording stays on disk` }
  }
  if (params.terminate) {
    call.demandRole('owner', 'debug_disconnect with terminate')
    await session.end(true, call.rest())
    return { success: true as const, message: `${program} and its session have ended` }
  }
  const others = otherClients(on)
  if (others.length > 0) {
    session.leave()
    return {
      success: true as const,
      message: `Left the session; ${others.join(', ')} ${others.length === 1 ? 'stays' : 'stay'} in it`,
    }
  }
  call.demandRole('owner', 'debug_disconnect')
  if (endsWithSession(session.traits, on.view.request)) {
    await session.end(true, call.rest())
    const why = `${session.adapter.title} cannot let a program run on that it has started`
    return { success: true as const, message: `${program} and its session have ended: ${why}` }
  }
  await session.end(false, call.rest())
  return { success: true as const, message: `${program} runs on without a debugger; the session has ended` }
})

/** Names of the other clients, who would lose the session. */
function otherClients(on: SessionCall): string[] {
  const others = on.view.clients.filter((client) => client.kind !== 'surface' && !on.session.isCaller(client))
  return others.map(({ name }) => name)
}
