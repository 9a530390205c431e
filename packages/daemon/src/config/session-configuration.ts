import { join } from 'node:path'
import type { Limits, Policies } from '@dapplex/mux'
import { CONFIG_FILE, loadConfig, userConfigPath } from './load-config.js'

/** The core's default (mux, "AbandonPolicy"). */
const LINGER_MS = 60_000
const KEEP_ENDED_MS = 24 * 60 * 60_000

/** The user's settings for a session. The core's defaults apply to the rest. */
export interface SessionConfiguration {
  readonly policies: Partial<Policies>
  readonly limits: Partial<Limits>
  /** Whether its stops are recorded. */
  readonly recorder: 'on' | 'off'
  /** How long it is kept after its end. */
  readonly keepEndedMs: number
}

/**
 * The `sessions` settings of dapplex.jsonc for a session that begins in this folder. Each key of the workspace's file
 * overrides the same key of the user's.
 * @throws ConfigError
 */
export async function sessionConfiguration(
  cwd: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<SessionConfiguration> {
  const ofWorkspace = cwd === undefined ? {} : await loadConfig(join(cwd, CONFIG_FILE))
  const {
    linger_ms: lingerMs,
    on_abandon: attached,
    control,
    request_timeout_ms: requestMs,
    stalled_client_ms: stalledMs,
    recorder = 'on',
    keep_ended_ms: keepEndedMs = KEEP_ENDED_MS,
  } = {
    ...(await loadConfig(userConfigPath(env))).sessions,
    ...ofWorkspace.sessions,
  }
  const abandon =
    lingerMs === undefined && attached === undefined
      ? {}
      : { abandon: { lingerMs: lingerMs ?? LINGER_MS, attached: attached ?? 'detach' } }
  return {
    policies: { ...(control === undefined ? {} : { control }), ...abandon },
    recorder,
    keepEndedMs,
    limits: { ...(requestMs === undefined ? {} : { requestMs }), ...(stalledMs === undefined ? {} : { stalledMs }) },
  }
}
