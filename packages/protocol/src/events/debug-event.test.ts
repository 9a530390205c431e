import { expect, test } from 'vitest'
import { debugEvents, debugEventType } from './debug-event.js'

test('each type of a debug_event names its own schema', () => {
  for (const type of debugEventType.options) expect(debugEvents[type].shape.type.value).toBe(type)
})

test('a member that no consumer knows is refused', () => {
  const event = { session_id: 's1', stop_id: 1, seq: 1, at: '1970-01-01T00:00:00.000Z', type: 'exited', exit_code: 0 }
  expect(debugEvents.exited.safeParse(event).success).toBe(true)
  expect(debugEvents.exited.safeParse({ ...event, location: {} }).success).toBe(false)
})
