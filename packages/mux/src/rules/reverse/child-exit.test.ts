import { describe, expect, test } from 'vitest'
import { runningRig } from '../../../test/rig.js'

const watching = {
  settings: { policies: { opensChildren: true } },
  traits: {
    childEvent: 'newChild',
    childExits: { watch: 'tell_of_children()', event: 'childIsGone', processId: 'pid' },
  },
}
const child = (number: number) => ({
  kind: 'childOpened' as const,
  child: number,
  outcome: { kind: 'started' as const, session: `s${number}` },
})

describe('mux 14: how a child has ended, by the program that started it', () => {
  test('mux 14: the program is told to watch before it runs', () => {
    const { rig } = runningRig(watching)
    const commands = rig.toAdapter.map((one) => one['command'] as string)
    expect(commands.indexOf('evaluate')).toBe(commands.indexOf('configurationDone') - 1)
    expect(rig.toAdapter.find((one) => one['command'] === 'evaluate')).toMatchObject({
      arguments: { expression: 'tell_of_children()' },
    })
  })
  test('mux 14: the session of that child is told, also when it opens only now; other processes are nobody’s', () => {
    const { rig, first } = runningRig(watching)
    for (const pid of [71, 72]) rig.event('newChild', { pid })
    rig.input(child(1))
    rig.event('childIsGone', { processId: 71, exitCode: 3 })
    expect(rig.effects).toContainEqual({ kind: 'childExited', session: 's1', exit: { exitCode: 3, signal: undefined } })
    for (const processId of [71, 73]) rig.event('childIsGone', { processId, exitCode: 4 })
    expect(rig.effects.filter(({ kind }) => kind === 'childExited')).toHaveLength(1)
    rig.event('childIsGone', { processId: 72, exitCode: 247, signal: 'SIGKILL' })
    rig.input(child(2))
    const exit = { exitCode: 247, signal: 'SIGKILL' }
    expect(rig.effects).toContainEqual({ kind: 'childExited', session: 's2', exit })
    expect(first.events('childIsGone')).toEqual([])
  })
  test('mux 14: a child tells it with its end, after all output', () => {
    const { rig, first } = runningRig()
    rig.input({ kind: 'exitLearned', exit: { exitCode: 3, signal: undefined } })
    rig.event('output', { output: 'last words' })
    rig.event('terminated')
    const told = first.events().map(({ event }) => event as string)
    expect(told.slice(-3)).toEqual(['output', 'exited', 'terminated'])
    expect(first.firstEvent('exited').body).toEqual({ exitCode: 3 })
  })
  test('mux 14: a child that has ended still learns it, and its adapter’s own word counts more', () => {
    const { rig, first } = runningRig()
    rig.event('terminated')
    rig.input({ kind: 'exitLearned', exit: { exitCode: 246, signal: undefined } })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'exited', exitCode: 246 })
    rig.input({ kind: 'exitLearned', exit: { exitCode: 4, signal: undefined } })
    expect(rig.session.lifecycle.exitCode).toBe(246)
    expect(first.events('exited')).toEqual([])
  })
  test('mux 14: where no children are opened the program is left alone', () => {
    const { rig } = runningRig({ traits: watching.traits })
    expect(rig.toAdapter.map((one) => one['command'] as string)).not.toContain('evaluate')
  })
})
