import { nearestName, surface, toolError, type ToolParams } from '@dapplex/protocol'
import { demandServed, readServed } from '../call/ask-served.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import { implement } from '../call/tool.js'
import { moveTelling } from '../execution/move.js'
import { threadToMove } from '../execution/thread-to-move.js'
import { pausedThread } from '../stop/paused-thread.js'
import { readRestarts, RESTARTS, type Restart } from './restarts.js'

export const restartsList = implement(surface.restarts_list, async (params, call) => {
  const on = call.on(params.session_id)
  return readRestarts(on, await pausedThread(on, params.thread_id))
})

type Spec = Pick<ToolParams<'restart_invoke'>, 'index' | 'name'>

export const restartInvoke = implement(surface.restart_invoke, async (params, call) => {
  demandOne(params)
  const on = call.on(params.session_id)
  const threadId = await threadToMove(on, params)
  demandServed(on, RESTARTS)
  const { restarts } = await readRestarts(on, threadId)
  const { index, name } = chosenRestart(restarts, params)
  const given = params.args === undefined ? {} : { args: params.args }
  const command = 'dapplex_restartInvoke'
  const { body, report } = await moveTelling(on, {
    command,
    threadId,
    args: { index, ...given },
    wait: params.wait,
    refused: (reason) => toolError('RESTART_FAILED', { restart: name, reason }),
  })
  return { ...report, restart: { index, name }, waits_for_input: readServed(on, command, body).waits_for_input }
})

/** @throws ToolError INVALID_PARAMETER */
function demandOne({ index, name }: Spec): void {
  if ((index === undefined) !== (name === undefined)) return
  const says = index === undefined ? "Parameter 'index' is required, or 'name'" : "Give either 'index' or 'name'"
  throw invalidParameter({ field: index === undefined ? 'index' : 'name', says, value: name })
}

/** @throws ToolError INVALID_PARAMETER, which lists the available restarts */
function chosenRestart(restarts: readonly Restart[], { index, name = '' }: Spec): Restart {
  const wanted = name.toLowerCase()
  const found = restarts.find((one) => (index === undefined ? one.name === wanted : one.index === index))
  if (found !== undefined) return found
  const field = index === undefined ? 'name' : 'index'
  const allowed = restarts.map((one) => (index === undefined ? one.name : one.index))
  throw invalidParameter({
    field,
    says: `There is no restart ${index ?? `'${name}'`}; available: ${restarts.map((one) => `${one.index} ${one.name}`).join(', ')}`,
    value: index ?? name,
    allowed,
    nearest: nearestName(
      wanted,
      restarts.map((one) => one.name),
    ),
  })
}
