import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { clientRows } from '../result/session-state.js'

export const clientsList = implement(surface.clients_list, async (params, call) => {
  const { view, session } = call.on(params.session_id)
  const own = new Set(view.clients.filter((one) => session.isCaller(one)).map(({ client }) => client))
  const clients = clientRows(view).map((row) => (own.has(row.client_id) ? { ...row, is_you: true as const } : row))
  return Promise.resolve({ clients })
})
