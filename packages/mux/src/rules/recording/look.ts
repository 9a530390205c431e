import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import { threadToAdapter } from '../../state/ids/thread-ids.js'
import { activeJob } from '../../state/program/job.js'
import { groupOfRequest } from '../../state/requests/standard.js'
import type { Session } from '../../state/session.js'
import { passageOf } from '../capabilities/gate.js'

/**
 * The recorder reads something (docs/recordings.md). It goes to the adapter only if the program stands, nobody waits for an answer
 * and it is a read; otherwise nothing happens. Its ids are the adapter's own, but for the thread.
 */
export function look(
  session: Session,
  { command, args }: { readonly command: string; readonly args: JsonObject },
): void {
  const { options, lifecycle, capabilities, pending, jobs, examinations, references } = session
  const { adapterTitle, traits } = options
  if (lifecycle.state.kind !== 'stopped' || activeJob(jobs) !== undefined || examinations.current !== undefined) return
  const group = groupOfRequest({ command, args }, traits)
  if (group !== 'inspect' && group !== 'threads') return
  if (passageOf({ adapterTitle, traits, announced: capabilities.announced }, command).kind === 'closed') return
  for (const { purpose } of pending.entries.values()) if (purpose.kind !== 'unheard') return
  const { threadId } = args
  const upstream = threadId === undefined ? args : { ...args, threadId: threadToAdapter(references.threads, threadId) }
  ask(session, { command, args: isJsonObject(upstream) ? upstream : args, purpose: { kind: 'look' } })
}
