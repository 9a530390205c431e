import type { Fields } from '@dapplex/protocol/dap'
import { InspectorError } from '../inspector/connection.js'
import { RequestFailure } from '../dap/request-failure.js'
import { THREAD_ID } from '../target/target.js'
import { free, ordered, type RequestTable } from './request-table.js'

/** @throws RequestFailure for a thread that there is not */
export function checkThread(args: Fields): void {
  const threadId = args.number('threadId')
  if (threadId !== THREAD_ID)
    throw new RequestFailure(`there is no thread ${threadId}: the program's only thread is ${THREAD_ID}`)
}

export const executionRequests: RequestTable = {
  threads: free(() => Promise.resolve({ threads: [{ id: THREAD_ID, name: 'main' }] })),

  continue: ordered(async ({ pauses }, args) => {
    checkThread(args)
    await pauses.continue()
    return { allThreadsContinued: true }
  }),

  next: ordered(async ({ pauses }, args) => {
    checkThread(args)
    await pauses.step('over')
    return undefined
  }),

  stepIn: ordered(async ({ pauses }, args) => {
    checkThread(args)
    await pauses.step('in')
    return undefined
  }),

  stepOut: ordered(async ({ pauses }, args) => {
    checkThread(args)
    await pauses.step('out')
    return undefined
  }),

  // In its turn: a `continue` that came before it is under way then.
  pause: ordered(async ({ pauses }, args) => {
    checkThread(args)
    await pauses.pause()
    return undefined
  }),

  restartFrame: ordered(async ({ frames, pauses }, args) => {
    const frame = frames.get(args.number('frameId'))
    if (frame.kind !== 'live') throw new RequestFailure(`${frame.name} has returned already and cannot be restarted`)
    if (frame.call.canBeRestarted === false) {
      throw new RequestFailure(`${frame.name} cannot be restarted: it is asynchronous, a generator, or Node's own code`)
    }
    try {
      await pauses.restartFrame(frame.call.callFrameId)
    } catch (error) {
      if (!(error instanceof InspectorError)) throw error
      throw new RequestFailure(`${frame.name} cannot be restarted: V8 says "${error.message}"`)
    }
    return undefined
  }),
}
