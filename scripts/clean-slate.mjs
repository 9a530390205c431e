// Unit tests share their modules (`isolate: false`): each file leaves real timers, its own environment and no spies behind.
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
