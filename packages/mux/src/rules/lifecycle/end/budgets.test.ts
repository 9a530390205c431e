import { describe, expect, test } from 'vitest'
import { present, joined, runningRig } from '../../../../test/rig.js'
import { clientId } from '../../../state/contract/input.js'

const KB = 1024
function slowPair() {
  const { rig, first } = runningRig({ settings: { limits: { clientBytes: 400 * KB, stalledMs: 1000 } } })
  const slow = joined(rig, 'slow')
  const waits = (bytes: number) => rig.input({ kind: 'clientDrained', client: clientId(slow.id), bytes })
  return { rig, first, slow, waits }
}

describe('mux 16: a slow client harms nobody', () => {
  test('mux 16: the runtime is asked now and then how much waits', () => {
    const { rig, slow } = slowPair()
    rig.effects.splice(0)
    for (let n = 0; n < 300; n += 1) rig.event('output', { output: 'x'.repeat(KB) })
    const asked = rig.effects.filter((one) => one.kind === 'measureClient' && one.client === slow.id)
    expect(asked).toHaveLength(1)
  })
  test('mux 16: output is put together, then dropped, and a marker tells how much; the other client gets everything', () => {
    const { rig, first, slow, waits } = slowPair()
    waits(500 * KB)
    slow.clear()
    first.clear()
    for (let n = 0; n < 300; n += 1) rig.event('output', { category: 'stdout', output: 'y'.repeat(KB) })
    expect(slow.inbox).toEqual([])
    expect(first.events('output')).toHaveLength(300)
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    expect(slow.events('stopped')).toHaveLength(1)
    waits(0)
    const [held, marker] = slow.events('output').map((one) => one.body)
    expect(held).toMatchObject({ category: 'stdout', output: 'y'.repeat(100 * KB) })
    expect(marker).toMatchObject({ category: 'important', output: expect.stringContaining(`${200 * KB} bytes`) })
    rig.event('output', { output: 'live' })
    expect(slow.lastEvent('output').body.output).toBe('live')
  })
  test('mux 16: what is held does not grow with what is printed', () => {
    const { rig, waits } = slowPair()
    waits(500 * KB)
    for (let n = 0; n < 2000; n += 1) rig.event('output', { category: `c${n % 3}`, output: 'z'.repeat(KB) })
    const { flow } = present(rig.session.clients.get(clientId(2)), 'client 2')
    expect(flow.held.reduce((sum, one) => sum + one.text.length, 0)).toBeLessThanOrEqual(100 * KB)
    expect(rig.session.history.output.bytes).toBeLessThan(300 * KB)
  })
  test('mux 16: a client that reads nothing for long is disconnected; one that reads slowly is not', () => {
    const { rig, first, slow, waits } = slowPair()
    waits(500 * KB)
    rig.effects.splice(0)
    waits(450 * KB)
    expect(rig.effects).toEqual([{ kind: 'startTimer', timer: `stalled:${slow.id}`, ms: 1000 }])
    rig.input({ kind: 'timerFired', timer: `stalled:${slow.id}` })
    expect(rig.effects).toContainEqual(expect.objectContaining({ kind: 'closeClient', client: slow.id }))
    expect(rig.records.at(-1)).toMatchObject({ kind: 'clientLeft' })
    rig.event('output', { output: 'on' })
    expect(first.lastEvent('output').body.output).toBe('on')
  })
})
