import type { SessionsPort } from '@dapplex/tools'
import type { ToolBody } from './tool-body.js'

export const workflowEnter: ToolBody<'workflow_enter'> = ({ name, description, parentId, onParentClose }, at) => {
  const parent = parentId === undefined ? at.host.liveAt(at.nodeId) : at.visible(parentId).id
  const more = description === undefined ? {} : { description }
  const { id } = at.host.workflow.nodes.enter({ name, parentId: parent, onParentClose, ...more })
  at.enter(id)
  return { nodeId: id }
}

export const workflowFinish: ToolBody<'workflow_finish'> = ({ nodeId, status, result, message }, at) => {
  const { workflow } = at.host
  const target = at.investigationToEnd(nodeId ?? at.nodeId, 'workflow_finish')
  if (result !== undefined || message !== undefined)
    workflow.outputs.record(target.id, {
      kind: 'result',
      status: status === 'failed' ? 'error' : 'ok',
      ...(status === 'failed' ? { error: result ?? message } : { value: result ?? message }),
    })
  const end = { status, ...(message === undefined ? {} : { message }), ...(result === undefined ? {} : { result }) }
  const sessions = workflow.nodes.end(target.id, end)
  workflow.spawning.expire()
  void at.host.endSessions(sessions, `"${target.name}" was finished`)
  return { nodeId: target.id, status }
}

export const workflowCancel: ToolBody<'workflow_cancel'> = async ({ nodeId, reason }, at) => {
  const { workflow } = at.host
  const target = at.investigationToEnd(nodeId, 'workflow_cancel')
  const end = { status: 'cancelled', ...(reason === undefined ? {} : { message: reason }) } as const
  const sessions = workflow.nodes.end(target.id, end)
  workflow.spawning.expire()
  await at.host.endSessions(sessions, `"${target.name}" was cancelled`)
  return { nodeId: target.id, status: 'cancelled' }
}

export const outputRecord: ToolBody<'output_record'> = ({ nodeId, kind, value }, at) => {
  const target = nodeId === undefined ? at.nodeId : at.visible(nodeId).id
  const { seq } = at.host.workflow.outputs.record(target, { kind: 'record', label: kind, status: 'ok', value })
  return { seq, nodeId: target }
}

/** Needs the role of a launch (workflow 28), unless another principal has to accept. */
export const requestSpawnWorkflow: ToolBody<'request_spawn_workflow'> = async (params, at, { sessions }) => {
  const { workflow, limits } = at.host
  const { name, description, launch, idempotencyKey } = params
  const workspace = launch === undefined ? undefined : (launch.workspace ?? folderOf(sessions))
  const spec = {
    nodeId: at.nodeId,
    requester: at.caller.principal,
    name,
    description,
    ...(launch === undefined ? {} : { configuration: launch.configuration }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
  if (launch !== undefined && workflow.spawning.known(spec) === undefined) {
    if (limits.policy === 'allow') at.demandOwner('request_spawn_workflow with launch')
    await at.spawner.demandConfiguration(launch.configuration, workspace ?? '')
  }
  return at.spawner.carryOut(workflow.spawning.ask(spec))
}

export const workflowRespond: ToolBody<'workflow_respond'> = ({ requestId, action }, at) => {
  if (action === 'accept') at.demandOwner('workflow_respond accept')
  const { principal } = at.caller
  return at.spawner.carryOut(at.host.workflow.spawning.respond(requestId, { action, principal }))
}

/** The default folder for named configurations: that of the chosen session, else of the latest. */
function folderOf(sessions: SessionsPort): string | undefined {
  const selected = sessions.selected === undefined ? undefined : sessions.find(sessions.selected)
  const latest = [...sessions.list()].sort((a, b) => b.startedAt - a.startedAt)[0]
  return (selected ?? latest)?.cwd
}
