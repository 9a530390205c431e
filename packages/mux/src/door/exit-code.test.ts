import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AdapterTraits } from '@dapplex/protocol'
import { joined, runningRig, type Rig, type RigClient } from '../../test/rig.js'
import { clientId } from '../state/contract/input.js'
import { viewOf } from './view.js'

const transcript = new URL('../../../../fixtures/transcripts/delve/tour.ndjson', import.meta.url)
/** The text that delve wrote when the program of the recording had ended. */
const line = readFileSync(transcript, 'utf8')
  .split('\n')
  .flatMap((text) => /"output":"(Process \d+ has exited with status \d+)\\n"/.exec(text)?.[1] ?? [])[0]

const traits: Partial<AdapterTraits> = {
  exitCodeOutput: '^Process \\d+ has exited with status (-?\\d+)$',
  exitSignal: 'negative',
}
const says = (rig: Rig, text: string) => rig.event('output', { category: 'console', output: `${text}\nDetaching\n` })
const ends = (client: RigClient) =>
  client
    .events()
    .map(({ event }) => String(event))
    .filter((name) => name !== 'initialized')

describe('mux 15, 22: an exit code that only the output tells', () => {
  test('mux 22: the end waits for the answer to disconnect; the last words and the exit code come before it', () => {
    const { rig, first } = runningRig({ traits })
    rig.event('terminated', {})
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(ends(first)).toEqual([])
    says(rig, `${line}`)
    expect(first.firstEvent('exited').body).toEqual({ exitCode: 3 })
    rig.reply('disconnect')
    rig.event('terminated', {})
    expect(ends(first)).toEqual(['output', 'exited', 'terminated'])
    expect(viewOf(rig.session)).toMatchObject({ exitCode: 3, endReason: 'the program has ended' })
    expect(rig.countAsked('disconnect')).toBe(1)
  })

  test('mux 22, 26: an adapter that does not answer, or goes, holds the end back no longer', () => {
    const silent = runningRig({ traits })
    silent.rig.event('terminated', {})
    silent.rig.input({ kind: 'timerFired', timer: 'disconnect' })
    expect(ends(silent.first)).toEqual(['terminated'])
    const gone = runningRig({ traits })
    gone.rig.event('terminated', {})
    gone.rig.input({ kind: 'adapterClosed', why: 'ended with exit code 0', stderr: '' })
    expect(ends(gone.first)).toEqual(['terminated'])
    expect(viewOf(gone.rig.session).endReason).toBe('the program has ended')
  })

  test('mux 11, 22: a restart meanwhile starts the program again', () => {
    const { rig, first } = runningRig({ traits })
    rig.event('terminated', {})
    first.send('restart')
    rig.reply('disconnect')
    expect(rig.countAsked('disconnect')).toBe(1)
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    expect(rig.effects.filter(({ kind }) => kind === 'startAdapter')).toHaveLength(1)
    expect(first.events('terminated')).toEqual([])
  })

  test('mux 15: after the end by a client it is learned; clients get the line and no event of ours', () => {
    const { rig, first } = runningRig({ traits })
    const second = joined(rig, 'second')
    first.send('terminate')
    says(rig, `${line}`)
    expect(viewOf(rig.session).exitCode).toBe(3)
    expect(second.events('exited')).toEqual([])
    expect(rig.records).toContainEqual(expect.objectContaining({ kind: 'exited', exitCode: 3 }))
  })

  test.each([
    { category: 'stdout', traits, why: 'the program itself may write such a line' },
    { category: 'console', traits: {}, why: 'only where the definition says so' },
  ])('not from $category: $why', ({ category, traits: given }) => {
    const { rig } = runningRig({ traits: given })
    rig.event('output', { category, output: `${line}\n` })
    expect(viewOf(rig.session).exitCode).toBeUndefined()
  })
})

describe('mux 15: the signal that ended the program, by its exit code', () => {
  const signalName = (number: number) => ({ 9: 'SIGKILL', 15: 'SIGTERM' })[number]
  test.each([
    { exitSignal: 'negative', exitCode: -9, signal: 'SIGKILL' },
    { exitSignal: 'negative', exitCode: 9, signal: undefined },
    { exitSignal: 'low-byte', exitCode: 247, signal: 'SIGKILL' },
    { exitSignal: 'low-byte', exitCode: 1, signal: undefined },
    { exitSignal: undefined, exitCode: -9, signal: undefined },
  ] as const)('mux 15: $exitSignal: $exitCode means $signal', ({ exitSignal, exitCode, signal }) => {
    const { rig, first } = runningRig({ traits: { exitSignal }, settings: { signalName } })
    rig.event('thread', { reason: 'started', threadId: 1 })
    rig.event('exited', { exitCode })
    expect(first.firstEvent('exited').body).toEqual({ exitCode, ...(signal === undefined ? {} : { signal }) })
    expect(viewOf(rig.session).signal).toBe(signal)
  })

  test('mux 15: low-byte: a program whose main thread has ended before has ended by itself', () => {
    const { rig, first } = runningRig({ traits: { exitSignal: 'low-byte' }, settings: { signalName } })
    for (const threadId of [1, 2]) rig.event('thread', { reason: 'started', threadId })
    rig.event('thread', { reason: 'exited', threadId: 1 })
    rig.event('exited', { exitCode: 247 })
    expect(first.firstEvent('exited').body).toEqual({ exitCode: 247 })
  })
})

test('mux 16, 22: output that was held back for a client that does not read comes before the end', () => {
  const { rig } = runningRig()
  const slow = joined(rig, 'slow')
  rig.input({ kind: 'clientDrained', client: clientId(slow.id), bytes: 2 * 1024 * 1024 })
  slow.clear()
  rig.event('output', { category: 'stdout', output: 'last words\n' })
  expect(slow.inbox).toEqual([])
  rig.event('exited', { exitCode: 0 })
  rig.event('terminated')
  expect(ends(slow)).toEqual(['output', 'exited', 'terminated'])
})

describe('mux 15: a program that has exited while its adapter fails to say that the session ends', () => {
  const overdue = (rig: Rig) => rig.input({ kind: 'timerFired', timer: 'exited' })
  test('mux 15: the session ends, once, and its adapter is told to let go', () => {
    const { rig, first } = runningRig({ settings: { limits: { requestMs: 4000 } } })
    rig.event('exited', { exitCode: 3 })
    expect(rig.effects).toContainEqual({ kind: 'startTimer', timer: 'exited', ms: 4000 })
    overdue(rig)
    expect(ends(first)).toEqual(['exited', 'terminated'])
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(viewOf(rig.session)).toMatchObject({ exitCode: 3, endReason: 'the program has exited' })
    rig.event('terminated', {})
    overdue(rig)
    expect(first.events('terminated')).toHaveLength(1)
  })
  test('mux 15: one that says it in time is not hurried', () => {
    const { rig, first } = runningRig({})
    rig.event('exited', { exitCode: 0 })
    rig.effects.splice(0)
    rig.event('terminated', {})
    expect(rig.effects).toContainEqual({ kind: 'cancelTimer', timer: 'exited' })
    overdue(rig)
    expect(ends(first)).toEqual(['exited', 'terminated'])
  })
  test('mux 15: a restart meanwhile is not ended', () => {
    const { rig, first } = runningRig({})
    rig.event('exited', { exitCode: 0 })
    first.send('restart')
    overdue(rig)
    expect(first.events('terminated')).toEqual([])
  })
})
