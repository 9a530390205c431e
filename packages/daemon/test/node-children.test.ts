import { fixture, markerLine, untilGone } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeAdapter } from '@dapplex/adapter-node'
import { endSessions } from './support/end-sessions.js'
import type { RpcClient } from './support/rpc-client.js'
import { tagProcesses } from './support/tagged-processes.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const program = fixture('programs/node/relatives.cjs')
const work = markerLine(program, 'BREAK: work')

const { processes } = tagProcesses()
let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon({ modules: [nodeAdapter] })
  agent = await host.agent()
  await agent.call('events_subscribe')
})
afterAll(() => host.stop())
afterEach(async () => {
  await endSessions(host)
  await untilGone(processes)
})

interface DebugEvent {
  readonly type: string
  readonly session_id: string
}

const eventOf = async (fits: (event: DebugEvent) => boolean): Promise<DebugEvent> => {
  const { params }: { params: DebugEvent } = await agent.next(
    ({ method, params: event }: { method?: string; params: DebugEvent }) => method === 'debug_event' && fits(event),
  )
  return params
}

describe('the processes and workers of a Node program', () => {
  test.each(['fork', 'spawn', 'sync', 'worker'])(
    '%s: what the program starts stops at its breakpoint, is read, and ends; then the program does',
    async (way) => {
      const { session_id: parent } = await agent.call('debug_launch', {
        program,
        args: [way],
        wait_ms: 0,
        breakpoints: [{ file: program, line: work, condition: 'number === 2' }],
      })
      const { session_id: child } = await eventOf(({ type }) => type === 'stopped')
      expect(child).not.toBe(parent)
      expect(await agent.call('variables_get', { session_id: child })).toMatchObject({
        variables: expect.arrayContaining([expect.objectContaining({ name: 'total', value: '1' })]),
      })
      await agent.call('debug_continue', { session_id: child })
      await eventOf(({ type, session_id }) => type === 'ended' && session_id === parent)
      expect(await agent.call('debug_state', { session_id: child })).toMatchObject({ state: 'exited' })
    },
  )
})
