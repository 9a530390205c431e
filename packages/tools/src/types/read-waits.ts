import { listIn, objectIn, textIn, type RequestResult } from '@dapplex/protocol'
import { askServed, readServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/call.js'
import { evaluateDescription } from '../objects/describe-definition.js'
import { present } from '../result/present.js'
import { readThreads, type ThreadName } from '../stop/threads.js'

const REQUEST = {
  command: 'dapplex_threadsWaiting',
  capability: 'threadsWaiting',
  reason: 'it cannot tell what a thread waits for; stacktrace_get shows where each thread is',
} as const

type Waits = RequestResult<'dapplex_threadsWaiting'>

/** Whether the adapter, or an expression of its definition, tells what threads wait for. */
export const canReadWaits = (on: SessionCall): boolean =>
  on.serves(REQUEST.command) || on.traits.evaluation.describe?.waits !== undefined

/** Which threads wait, for what, and who holds it. @throws ToolError UNSUPPORTED where the adapter cannot tell */
export async function readWaits(on: SessionCall): Promise<Waits> {
  const expression = on.traits.evaluation.describe?.waits
  if (on.serves(REQUEST.command) || expression === undefined) return askServed(on, REQUEST, {})
  const described = await evaluateDescription(on, REQUEST.command, { expression })
  const rows = listIn(objectIn(described, 'found') ?? {}, 'threads')
  const threads = await readThreads(on)
  const known = rows.flatMap(({ holder, ...row }) => {
    const thread = named(threads, textIn(row, 'name'))
    const by = typeof holder === 'string' ? named(threads, holder) : undefined
    if (thread === undefined) return []
    return [present({ thread_id: thread.id, ...row, held_by: by && { thread_id: by.id, name: by.name } })]
  })
  return readServed(on, REQUEST.command, { threads: known })
}

/** The only thread of a name. */
function named(threads: readonly ThreadName[], name: string | undefined): ThreadName | undefined {
  const [only, ...others] = threads.filter((one) => one.name === name)
  return others.length === 0 ? only : undefined
}
