import type { AdapterStatus } from '@dapplex/tools'
import { portWarning, thisMachine, type Machine } from '../access/port-warning.js'
import { AdapterLookup } from './adapter-lookup.js'
import { adapterModules } from './modules.js'

/** One adapter of this machine, and why its ports are not safe here. */
export type SurveyedAdapter = AdapterStatus & { readonly warning?: string | undefined }

/** All adapters of this machine, found or not, as a daemon with this environment would find them. Starts none. */
export async function surveyAdapters(
  env: NodeJS.ProcessEnv,
  machine: Machine = thisMachine(),
): Promise<readonly SurveyedAdapter[]> {
  const warnings = new Map(adapterModules.map(({ definition }) => [definition.id, portWarning(definition, machine)]))
  const statuses = await new AdapterLookup(adapterModules, env).statuses()
  return statuses.map((status) => ({ ...status, warning: warnings.get(status.id) }))
}
