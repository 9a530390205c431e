import type { LaunchSpec } from '@dapplex/protocol'
import { toolError } from '@dapplex/protocol'
import { definition } from '../definition.js'
import { findAssembly } from './find-assembly.js'
import { readProfile } from './launch-settings.js'

/** Name of a profile of `launchSettings.json` to launch with; dapplex's own, it does not go to netcoredbg. */
const PROFILE = 'launchSettingsProfile'

/**
 * Finds the assembly of a launch, building a project first, and writes netcoredbg's arguments. What the caller gives counts
 * over the profile, and `adapter_args` over everything.
 * @throws ToolError INVALID_PATH, LAUNCH_FAILED
 */
export async function prepareLaunch(spec: LaunchSpec): Promise<Record<string, unknown>> {
  const { [PROFILE]: profileName, ...adapterArgs } = spec.adapterArgs
  const found = await findAssembly(spec.program)
  const profile = profileName === undefined ? undefined : readProfile(found.project ?? spec.cwd, nameOf(profileName))
  return {
    ...definition.launch?.fixed,
    program: found.assembly,
    args: spec.args.length > 0 ? [...spec.args] : (profile?.args ?? []),
    cwd: profile?.cwd ?? spec.cwd,
    env: { ...profile?.env, ...spec.env },
    stopAtEntry: spec.stopAtEntry,
    ...adapterArgs,
  }
}

function nameOf(profile: unknown): string {
  if (typeof profile === 'string') return profile
  throw toolError('LAUNCH_FAILED', {
    reason: `${PROFILE} must be the name of a profile in Properties/launchSettings.json`,
    adapter: definition.id,
  })
}
