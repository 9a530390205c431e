import { expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

const FILE = '/src/a.x'
const STEP = { reason: 'step', threadId: 1, allThreadsStopped: true }
const PLACE = { stackFrames: [{ id: 1, name: 'f', line: 5, column: 3, source: { path: FILE } }] }

/** An editor with one breakpoint in line 5, and an agent beside it. */
function rigWith(words: object) {
  const { rig, first: editor } = runningRig({ capabilities: { supportsLogPoints: false } })
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  editor.send('setBreakpoints', { source: { path: FILE }, breakpoints: [{ line: 5, ...words }] })
  rig.reply('setBreakpoints', { breakpoints: [{ id: 5, verified: true, line: 5 }] })
  rig.event('stopped', STEP)
  return { rig, editor, agent }
}

test('mux 1: a step that arrives at a log point of somebody is a step, and the line is printed', () => {
  const { rig, editor } = rigWith({ logMessage: 'here' })
  editor.send('next', { threadId: 1 })
  rig.reply('next')
  rig.event('stopped', { ...STEP, reason: 'breakpoint' })
  rig.reply('stackTrace', PLACE)
  expect(editor.lastEvent('stopped').body).toMatchObject({ reason: 'step', threadId: 1 })
  expect(editor.events('output').map(({ body }) => body.output)).toContain('here\n')
})

test('job 4: a step in a line with a breakpoint, of which the adapter says that it has hit none, is a step of the job', () => {
  const { rig, editor, agent } = rigWith({})
  agent.send('dapplex_jobBegin', { tool: 'change_find', timeoutMs: 1000 })
  const moved = agent.send('dapplex_jobMove', { command: 'next' })
  rig.reply('next')
  editor.clear()
  rig.event('stopped', { ...STEP, hitBreakpointIds: [] })
  expect(agent.answer(moved).body).toMatchObject({ state: 'stopped', reason: 'step' })
  expect(editor.events('stopped')).toEqual([])
})
