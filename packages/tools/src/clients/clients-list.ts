import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { clientRows } from '../result/session-state.js'

export const clientsList = implement(surface.clients_list, async (params, call) =>
  Promise.resolve({ clients: clientRows(call.on(params.session_id).view) }),
)
