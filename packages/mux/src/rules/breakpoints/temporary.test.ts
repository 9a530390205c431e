import { expect, test } from 'vitest'
import type { Rig } from '../../../test/rig.js'
import { joined, runningRig } from '../../../test/rig.js'

const verified = { breakpoints: [{ id: 1, verified: true, line: 3 }] }

function withTemporary(traits: Parameters<typeof runningRig>[0] = {}) {
  const { rig } = runningRig(traits)
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  const seq = agent.send('dapplex_breakpointAdd', { path: '/a.py', line: 3, temporary: true })
  rig.reply('setBreakpoints', verified)
  const { id } = agent.answer(seq).body.breakpoint
  return { rig, agent, id }
}
const linesSent = (rig: Rig) => rig.asked('setBreakpoints')['arguments'].breakpoints
const isThere = (rig: Rig) => [...rig.session.breakpoints.lists.values()].some((list) => list.owners.size > 0)

test('mux 3: a breakpoint for one run goes at any stop of all threads', () => {
  const { rig } = withTemporary()
  rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
  expect(linesSent(rig)).toEqual([])
  expect(isThere(rig)).toBe(false)
})

test('mux 3: the stop that it caused still names it', () => {
  const { rig, id } = withTemporary()
  rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
  expect(rig.records.findLast(({ kind }) => kind === 'stopped')).toMatchObject({ breakpointIds: [id] })
  expect(rig.records.at(-1)).toMatchObject({ kind: 'breakpoint', reason: 'removed', breakpointId: id })
})

test('mux 3: where threads stop one by one, only the stop that hits it ends it', () => {
  const { rig } = withTemporary({ traits: { stops: 'thread' } })
  rig.event('stopped', { reason: 'pause', threadId: 2, allThreadsStopped: false })
  expect(isThere(rig)).toBe(true)
  rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: false, hitBreakpointIds: [1] })
  expect(isThere(rig)).toBe(false)
})

test('mux 3: it goes with the client that set it', () => {
  const { rig, agent } = withTemporary()
  agent.close()
  expect(linesSent(rig)).toEqual([])
})
