import { namedIn, nearestName, surface, type Actor, type ClientKind, type ClientView } from '@dapplex/protocol'
import { invalidParameter } from '../call/invalid-parameter.js'
import { implement } from '../call/tool.js'
import { failureText } from '../call/dap-failure.js'
import { actorRow } from '../result/session-state.js'

const GROUPS: Readonly<Record<string, ClientKind>> = { editors: 'editor', terminals: 'terminal', agents: 'agent' }

export const messageSend = implement(surface.message_send, async (params, call) => {
  const on = call.on(params.session_id)
  const { text, to } = params
  const wanted = to === undefined || to === 'all' ? {} : { to: idsOf(on.view.clients, to) }
  const answer = await on.send('dapplex_message', { text, ...wanted })
  if (!answer.success) throw invalidParameter({ field: 'text', says: failureText(answer), value: text })
  const reached = answer.body['to'] as readonly Actor[]
  return { sent: true as const, to: reached.map(actorRow) }
})

/** @throws ToolError INVALID_PARAMETER with the names that are there */
function idsOf(clients: readonly ClientView[], to: string | number): readonly number[] {
  const kind = namedIn(GROUPS, String(to))
  const people = clients.filter((one) => one.kind !== 'surface')
  const meant = people.filter((one) => one.kind === kind || one.name === to || String(one.client) === String(to))
  if (meant.length > 0 || kind !== undefined) return meant.map(({ client }) => client)
  const allowed = [...Object.keys(GROUPS), 'all', ...people.map(({ name }) => name)]
  const says = `No client of the session is called '${to}'`
  const nearest = nearestName(String(to), allowed)
  throw invalidParameter({ field: 'to', says, value: to, allowed, ...(nearest === undefined ? {} : { nearest }) })
}
