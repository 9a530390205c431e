import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Script } from '../../test/scripted/scripted-session.js'

const path = fileURLToPath(new URL('../../../../fixtures/programs/node/orders.js', import.meta.url))
const frame = { id: 5, name: 'pay', line: 2, source: { path } }
const stackTrace = { stackFrames: [frame], totalFrames: 1 }
const scopes = {
  scopes: [
    { name: 'Locals', presentationHint: 'locals', variablesReference: 10 },
    { name: 'Globals', variablesReference: 11, expensive: true },
    { name: 'Arguments', presentationHint: 'arguments', variablesReference: 12 },
  ],
}
const names: Record<number, string[]> = { 10: ['total', 'i'], 11: ['process'], 12: ['order'] }
const variables = ({ variablesReference: reference }: Readonly<Record<string, unknown>>) => ({
  variables: (names[reference as number] ?? []).map((name) => ({ name, value: '1', variablesReference: 0 })),
})

async function stopWith(script: Script): Promise<Record<string, unknown>> {
  const daemon = new ScriptedDaemon()
  daemon.open({ script: { stackTrace, scopes, variables, ...script } })
  return daemon.call('wait_for_stop')
}

describe('what surrounds a stop', () => {
  test('some lines around the place, and the names of the locals and arguments, without their values', async () => {
    const stop = await stopWith({})
    const lines = stop['source_lines'] as { line: number; text: string; is_current?: true }[]
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4])
    expect(lines.filter(({ is_current }) => is_current).map(({ line }) => line)).toEqual([2])
    expect(stop['locals']).toEqual(['total', 'i', 'order'])
    expect(stop).not.toHaveProperty('locals_truncated')
  })
  test('a breakpoint that is waited for has them too', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ script: { stackTrace, scopes, variables } })
    expect(await daemon.call('breakpoint_wait')).toMatchObject({ hit: true, locals: ['total', 'i', 'order'] })
  })
  test('many names and long ones are cut', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      name: `${index}${'x'.repeat(200)}`,
      value: '1',
      variablesReference: 0,
    }))
    const stop = await stopWith({ variables: { variables: many } })
    const locals = stop['locals'] as string[]
    expect(locals).toHaveLength(40)
    expect(locals[0]).toHaveLength(81)
    expect(stop['locals_truncated']).toBe(true)
  })
  test('an adapter that refuses, and one that is silent, cost the stop nothing but its surroundings', async () => {
    const stop = { stopped: true, reason: 'breakpoint', location: { function: 'pay', file: path, line: 2 } }
    const refused = await stopWith({ scopes: new Refusal('no scopes here') })
    expect(refused).toMatchObject(stop)
    expect(refused).not.toHaveProperty('locals')
    expect(await stopWith({ variables: 'silence' })).toMatchObject(stop)
  })
  test('a source that the adapter serves is asked from it; a file that is not here has no lines', async () => {
    const served = { ...frame, source: { name: 'eval', sourceReference: 9 } }
    const stop = await stopWith({
      stackTrace: { stackFrames: [served], totalFrames: 1 },
      source: { content: 'a\nb\nc\n' },
    })
    expect(stop['source_lines']).toEqual([
      { line: 1, text: 'a' },
      { line: 2, text: 'b', is_current: true },
      { line: 3, text: 'c' },
    ])
    const missing = { ...frame, source: { path: '/nowhere/a.js' } }
    const without = await stopWith({ stackTrace: { stackFrames: [missing], totalFrames: 1 } })
    expect(without).not.toHaveProperty('source_lines')
  })
  test('debug_state, which is asked often, goes without', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ script: { stackTrace, scopes, variables } })
    expect(await daemon.call('debug_state')).not.toHaveProperty('locals')
    expect(session.asked.map(({ command }) => command)).toEqual(['stackTrace'])
  })
})
