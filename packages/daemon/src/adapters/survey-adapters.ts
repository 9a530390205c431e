import type { AdapterStatus } from '@dapplex/tools'
import { AdapterLookup } from './adapter-lookup.js'
import { adapterModules } from './modules.js'

/** All adapters of this machine, found or not, as a daemon with this environment would find them. Starts none. */
export const surveyAdapters = (env: NodeJS.ProcessEnv): Promise<readonly AdapterStatus[]> =>
  new AdapterLookup(adapterModules, env).statuses()
