import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

function crowd() {
  const { rig, first } = runningRig()
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  const robot = joined(rig, 'robot', { profile: { kind: 'agent' } })
  return { rig, first, agent, robot }
}

describe('mux 18: people and agents speak to each other', () => {
  test('a message is recorded with its sender and printed in the editors, not sent to the adapter', () => {
    const { rig, first, agent } = crowd()
    const asked = agent.send('dapplex_message', { text: 'look at line 3' })
    expect(agent.answer(asked).body.to).toMatchObject([{ name: 'first' }, { name: 'robot' }])
    expect(rig.records.at(-1)).toMatchObject({ kind: 'message', text: 'look at line 3', by: { name: 'agent' } })
    expect(first.inbox.at(-1)).toMatchObject({
      event: 'output',
      body: { category: 'important', output: '[agent] look at line 3\n' },
    })
  })
  test('one meant for some names them, and is printed by no other editor', () => {
    const { rig, first, agent, robot } = crowd()
    const other = joined(rig, 'other')
    agent.send('dapplex_message', { text: 'psst', to: [robot.id] })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'message', to: [{ client: robot.id }] })
    for (const editor of [first, other])
      expect(editor.inbox.filter((one) => one.event === 'output').map((one) => String(one.body.output))).not.toContain(
        '[agent] psst\n',
      )
  })
  test('an editor answers from its console, also while the program runs; an evaluation stays one', () => {
    const { rig, first } = crowd()
    const asked = first.send('evaluate', { expression: '/say thanks', context: 'repl' })
    expect(first.answer(asked).body).toMatchObject({ result: 'told agent, robot', variablesReference: 0 })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'message', text: 'thanks', by: { name: 'first' } })
    expect(rig.countAsked('evaluate')).toBe(0)
    first.send('evaluate', { expression: '/say thanks', context: 'watch' })
    expect(rig.countAsked('evaluate')).toBe(1)
  })
  test.each([{}, { text: '' }, { text: 7 }, { text: 'x'.repeat(20_000) }])('%j is refused', (args) => {
    const { agent } = crowd()
    expect(agent.answer(agent.send('dapplex_message', args)).success).toBe(false)
  })
})
