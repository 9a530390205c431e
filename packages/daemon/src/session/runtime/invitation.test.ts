import { clientId, type Effect } from '@dapplex/mux'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfiguredEditors } from './configured-editors.js'
import { Invitation } from './invitation.js'

const LONG_MS = 20_000
const ask = (client: number, seq: number): Effect => ({
  kind: 'sendToClient',
  client: clientId(client),
  message: { seq, type: 'request', command: 'startDebugging' },
})
const refusal = (seq: number) => ({ type: 'response', request_seq: seq, command: 'startDebugging', success: false })
const configured = { seq: 1, type: 'response', command: 'configurationDone', success: true } as const

function waiting(...clients: readonly number[]) {
  const invitation = new Invitation(
    clients.map((client) => ask(client, client * 10)),
    (client) => `editor ${client}`,
  )
  const editors = new ConfiguredEditors(() => true)
  const state = { ready: undefined as number | undefined }
  void editors.until(invitation, LONG_MS).then((count) => (state.ready = count))
  return { invitation, editors, state }
}

describe('mux 14: a child waits for the editors that were asked to join', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('mux 14: as long as they are there, and no longer than until all are ready', async () => {
    const { editors, state } = waiting(1, 2)
    await vi.advanceTimersByTimeAsync(LONG_MS - 1)
    editors.sent(7, configured)
    await vi.advanceTimersByTimeAsync(0)
    expect(state.ready).toBeUndefined()
    editors.sent(8, configured)
    await vi.advanceTimersByTimeAsync(0)
    expect(state.ready).toBe(2)
  })

  test('mux 14: not for one that refuses, or leaves', async () => {
    const { invitation, editors, state } = waiting(1, 2, 3)
    invitation.heard(1, refusal(99))
    invitation.heard(2, { ...refusal(20), success: true })
    expect(invitation.expected).toBe(3)
    invitation.heard(1, refusal(10))
    invitation.left(2)
    editors.sent(7, configured)
    await vi.advanceTimersByTimeAsync(0)
    expect(state.ready).toBe(1)
    expect(invitation.absent).toEqual(['editor 1 could not start a session', 'editor 2 has left'])
  })

  test('mux 14: one that neither comes nor refuses is given up after the time', async () => {
    const { invitation, state } = waiting(1)
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect([state.ready, invitation.expected, invitation.absent]).toEqual([0, 1, []])
  })

  test('mux 14: nobody was asked: at once', async () => {
    const { state } = waiting()
    await vi.advanceTimersByTimeAsync(0)
    expect(state.ready).toBe(0)
  })
})
