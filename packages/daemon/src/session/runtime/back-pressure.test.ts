import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BackPressure } from './back-pressure.js'
import type { ClientSink } from './client-sink.js'

const MEBIBYTE = 1024 * 1024

function makeClient(): ClientSink & { waiting: number } {
  return {
    waiting: 0,
    waitingBytes() {
      return this.waiting
    },
    send: () => undefined,
    pass: () => undefined,
    close: () => undefined,
  }
}

function makePressure() {
  const clients = [makeClient(), makeClient()] as const
  const connected = new Set<ClientSink>(clients)
  const source = {
    state: 'flowing',
    pause: () => (source.state = 'paused'),
    resume: () => (source.state = 'flowing'),
  }
  const leave = (client: ClientSink) => void connected.delete(client)
  return { clients, leave, source, pressure: new BackPressure(() => connected, source) }
}

describe('mux 16: a program that prints faster than clients read', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('waits until the client that reads has caught up', () => {
    const { clients, source, pressure } = makePressure()
    clients[0].waiting = 2 * MEBIBYTE
    pressure.look()
    expect(source.state).toBe('paused')
    clients[0].waiting = MEBIBYTE
    pressure.look()
    expect(source.state).toBe('paused')
    clients[0].waiting = 1000
    pressure.look()
    expect(source.state).toBe('flowing')
  })
  test('waits one second for a client that does not read, then no longer', () => {
    const { clients, source, pressure } = makePressure()
    clients[0].waiting = 2 * MEBIBYTE
    pressure.look()
    vi.advanceTimersByTime(1000)
    expect(source.state).toBe('flowing')
    clients[0].waiting = 3 * MEBIBYTE
    pressure.look()
    expect(source.state).toBe('flowing')
  })
  test('still waits for the other client, which reads', () => {
    const { clients, source, pressure } = makePressure()
    clients[0].waiting = 2 * MEBIBYTE
    clients[1].waiting = 2 * MEBIBYTE
    pressure.look()
    vi.advanceTimersByTime(1000)
    expect(source.state).toBe('paused')
    clients[1].waiting = 0
    pressure.look()
    expect(source.state).toBe('flowing')
  })
  test('waits again for a client that has caught up', () => {
    const { clients, source, pressure } = makePressure()
    clients[0].waiting = 2 * MEBIBYTE
    pressure.look()
    vi.advanceTimersByTime(1000)
    clients[0].waiting = 0
    pressure.look()
    clients[0].waiting = 2 * MEBIBYTE
    pressure.look()
    expect(source.state).toBe('paused')
  })
  test('a client that leaves with messages waiting holds nobody up', () => {
    const { clients, leave, source, pressure } = makePressure()
    clients[0].waiting = 2 * MEBIBYTE
    pressure.look()
    expect(source.state).toBe('paused')
    leave(clients[0])
    pressure.look()
    expect(source.state).toBe('flowing')
  })
})
