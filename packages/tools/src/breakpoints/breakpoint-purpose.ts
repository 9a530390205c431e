import type { SessionCall } from '../call/session-call.js'
import type { BreakpointPurpose } from './breakpoint-spec.js'

/** The sources of a program that was launched here are here. */
export const purposeOf = (on: SessionCall | undefined): BreakpointPurpose => ({
  cwd: on?.session.cwd,
  isLocal: on?.view.request === 'launch' && on.traits.sources === 'local',
})
