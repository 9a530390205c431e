import type { SessionCall } from '../call/call.js'
import type { BreakpointPurpose } from './breakpoint-spec.js'

/** If the program was launched on this machine, its sources are on this machine too. */
export const purposeOf = (on: SessionCall | undefined): BreakpointPurpose => ({
  cwd: on?.session.cwd,
  isLocal: on?.view.request === 'launch' && on.traits.sources === 'local',
})
