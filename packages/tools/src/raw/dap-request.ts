import { surface } from '@dapplex/protocol'
import { invalidParameter } from '../call/invalid-parameter.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'

/** Requests that a client sends when it joins or leaves a session. The daemon sends them itself. */
const KEPT: ReadonlySet<string> = new Set([
  'initialize',
  'launch',
  'attach',
  'configurationDone',
  'disconnect',
  'restart',
])

export const dapRequest = implement(surface.dap_request, async (params, call) => {
  const { command } = params
  if (KEPT.has(command)) {
    const says = `'${command}' starts or ends a session: use debug_launch, debug_attach or debug_disconnect`
    throw invalidParameter({ field: 'command', says, value: command })
  }
  const on = call.on(params.session_id)
  const answer = await on.session.request(command, params.arguments, call.rest())
  if (answer.success) return { success: true, command, body: { ...answer.body } }
  return present({ success: false, command, message: answer.message, error: answer.error && { ...answer.error } })
})
