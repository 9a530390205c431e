import type { createSession } from '@dapplex/mux'
import { signalName } from './signal-name.js'
import { pathLookups } from '../../paths/normalize-path.js'
import type { RuntimeOptions } from './runtime-options.js'

/** What the core is told of its session at the beginning. */
export const coreOptions = (options: RuntimeOptions): Parameters<typeof createSession>[0] => ({
  adapterTitle: options.module.definition.title,
  traits: options.module.definition.traits,
  firstBreakpointId: options.firstBreakpointId,
  breakpoints: options.breakpoints.map((spec) => ({ ...spec })),
  ...pathLookups(options.workspace ?? options.cwd),
  signalName,
  policies: options.policies,
  limits: options.limits,
})
