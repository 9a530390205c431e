import type { RpcClient } from '../support/rpc-client.js'
import { inTime } from '../walk/in-time.js'
import type { FaultSession } from './session.js'

/** A request that is under way while the fault happens. */
export interface Asked {
  readonly what: string
  readonly answer: Promise<unknown>
}

/** What an editor and an agent ask at every stop, all at once. */
export function askAround(session: FaultSession, agent: RpcClient): Asked[] {
  const { client, threadId, frameId } = session.editor
  const { expression } = session.subject
  const session_id = session.id
  const evaluate = { expression, context: 'watch', ...(frameId === undefined ? {} : { frameId }) }
  return [
    { what: "the editor's threads", answer: client.request('threads') },
    { what: "the editor's stackTrace", answer: client.request('stackTrace', { threadId, startFrame: 0, levels: 20 }) },
    { what: "the editor's evaluate", answer: client.request('evaluate', evaluate) },
    { what: "the agent's stacktrace_get", answer: agent.call('stacktrace_get', { session_id }) },
    { what: "the agent's evaluate", answer: agent.call('evaluate', { session_id, expression, timeout_ms: 20_000 }) },
    { what: "the agent's wait_for_stop", answer: waitBriefly(agent, session) },
  ].map(settled)
}

/** It ends with the session, or after its time. */
const waitBriefly = (agent: RpcClient, { id: session_id, told }: FaultSession): Promise<unknown> =>
  agent.call('wait_for_stop', { session_id, since_stop_id: told + 1, timeout_ms: 40 })

/** A refusal is an answer; a request whose connection has closed gets none. */
function settled({ what, answer }: Asked): Asked {
  return { what, answer: answer.then(nothing, nothing) }
}

const nothing = (): void => undefined

/** @throws Error that names the request that nobody answers */
export async function allAnswered(asked: readonly Asked[]): Promise<void> {
  for (const { what, answer } of asked) await inTime(what, answer)
}
