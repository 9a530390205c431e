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
    close: () => undefined,
  }
}

function makePressure() {
  const clients = [makeClient(), makeClient()] as const
  const source = {
    state: 'flowing' as 'flowing' | 'paused',
    pause: () => (source.state = 'paused'),
    resume: () => (source.state = 'flowing'),
  }
  return { clients, source, pressure: new BackPressure(() => clients, source) }
}

describe('mux 16: a program that prints faster than clients read', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is held up until the client that reads has caught up', () => {
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
  test('waits only a moment for one that does not read, and then no more', () => {
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
  test('one that has caught up by itself is waited for again', () => {
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
  test('a client that has gone has nothing waiting and holds nobody up', () => {
    const { clients, source, pressure } = makePressure()
    clients[0].waiting = 2 * MEBIBYTE
    pressure.look()
    clients[0].waiting = 0
    pressure.look()
    expect(source.state).toBe('flowing')
  })
})
