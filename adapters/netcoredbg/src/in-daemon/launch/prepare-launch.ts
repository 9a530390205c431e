import type { LaunchSpec } from '@dapplex/protocol'
import { toolError } from '@dapplex/protocol'
import { definition } from '../definition/definition.js'
import { findAssembly } from './find-assembly.js'
import { readProfile } from './launch-settings.js'

/** The adapter argument that names a profile of `launchSettings.json`. It is not sent to netcoredbg. */
const PROFILE = 'launchSettingsProfile'

/**
 * Finds the assembly, building a project first, and returns the launch arguments for netcoredbg. The caller's arguments win
 * over the profile, and `adapter_args` win over both.
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
