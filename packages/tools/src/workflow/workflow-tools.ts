import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'

export const workflowEnter = implement(surface.workflow_enter, async (params, call) =>
  Promise.resolve(call.workflow.enter(params)),
)

export const workflowFinish = implement(surface.workflow_finish, async (params, call) =>
  Promise.resolve(call.workflow.finish(params)),
)

export const workflowCancel = implement(surface.workflow_cancel, (params, call) => call.workflow.cancel(params))

export const outputRecord = implement(surface.output_record, async (params, call) =>
  Promise.resolve(call.workflow.record(params)),
)

/** The same authorizer as a launch (workflow 28): where nobody else is asked, the caller itself needs its role. */
export const requestSpawnWorkflow = implement(surface.request_spawn_workflow, (params, call) =>
  call.workflow.spawn(params, call.sessions),
)

export const workflowRespond = implement(surface.workflow_respond, (params, call) => call.workflow.respond(params))
