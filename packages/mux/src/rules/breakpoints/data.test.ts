import { expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'
import { viewBreakpoints } from './view.js'

const STOP = { reason: 'data breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [5] }

function withData(args: Readonly<Record<string, unknown>> = {}) {
  const { rig, first } = runningRig({
    capabilities: { supportsDataBreakpoints: true, supportsConditionalBreakpoints: true },
  })
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  const spec = { dataId: '7:balance', accessType: 'write', expression: 'account.balance', ...args }
  const seq = agent.send('dapplex_breakpointAdd', spec)
  const sent: unknown = rig.asked('setDataBreakpoints').arguments.breakpoints
  rig.reply('setDataBreakpoints', { breakpoints: [{ id: 5, verified: true }] })
  const { breakpoint } = agent.answer(seq).body
  return { rig, editor: first, agent, breakpoint, sent }
}

test('mux 4: a data breakpoint of the session is merged with those of clients, told in words, and removed', () => {
  const { rig, editor, agent, breakpoint, sent } = withData()
  expect(sent).toEqual([{ dataId: '7:balance', accessType: 'write' }])
  expect(breakpoint).toMatchObject({ what: 'data', verified: true, expression: 'account.balance', access: 'write' })
  editor.send('setDataBreakpoints', { breakpoints: [{ dataId: 'x' }] })
  expect(rig.asked('setDataBreakpoints').arguments.breakpoints).toEqual([
    { dataId: '7:balance', accessType: 'write' },
    { dataId: 'x' },
  ])
  rig.reply('setDataBreakpoints', {
    breakpoints: [
      { id: 5, verified: true },
      { id: 6, verified: true },
    ],
  })
  rig.event('stopped', STOP)
  expect(rig.records.findLast(({ kind }) => kind === 'stopped')).toMatchObject({ breakpointIds: [breakpoint.id] })
  agent.send('dapplex_breakpointRemove', { id: breakpoint.id })
  expect(rig.asked('setDataBreakpoints').arguments.breakpoints).toEqual([{ dataId: 'x' }])
})

test('mux 1: its condition is decided here: an adapter need not look at the condition of a data breakpoint', () => {
  const { rig, editor, sent } = withData({ condition: 'balance < 0' })
  expect(sent).toEqual([{ dataId: '7:balance', accessType: 'write' }])
  rig.event('stopped', STOP)
  rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 1, column: 1 }] })
  rig.reply('evaluate', { result: 'false', variablesReference: 0 })
  expect(rig.asked('continue').arguments).toMatchObject({ threadId: 1 })
  expect(editor.events('stopped')).toEqual([])
})

test.each([
  { canPersist: false, isThere: false },
  { canPersist: true, isThere: true },
])('mux 4: after a restart it holds only if its id does (canPersist: $canPersist)', ({ canPersist, isThere }) => {
  const { rig, editor, breakpoint } = withData({ canPersist })
  editor.send('restart')
  const now = viewBreakpoints(rig.session).find(({ id }) => id === breakpoint.id)
  expect(now?.enabled).toBe(isThere)
  expect(now?.message?.includes('the run before') ?? false).toBe(!isThere)
})
