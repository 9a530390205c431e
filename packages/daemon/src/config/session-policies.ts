import { join } from 'node:path'
import type { Policies } from '@dapplex/mux'
import { CONFIG_FILE, loadConfig, userConfigPath } from './load-config.js'

/** As without a configuration (mux, "AbandonPolicy"). */
const LINGER_MS = 60_000

/**
 * What `sessions` of dapplex.jsonc says about a session that begins in this folder: each key of the workspace's file counts
 * over that of the user's.
 * @throws ConfigError
 */
export async function sessionPolicies(cwd: string | undefined, env: NodeJS.ProcessEnv): Promise<Partial<Policies>> {
  const own = cwd === undefined ? {} : await loadConfig(join(cwd, CONFIG_FILE))
  const {
    linger_ms: lingerMs,
    on_abandon: attached,
    control,
  } = {
    ...(await loadConfig(userConfigPath(env))).sessions,
    ...own.sessions,
  }
  return {
    ...(control === undefined ? {} : { control }),
    ...(lingerMs === undefined && attached === undefined
      ? {}
      : { abandon: { lingerMs: lingerMs ?? LINGER_MS, attached: attached ?? 'detach' } }),
  }
}
