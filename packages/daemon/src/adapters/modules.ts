import { nodeAdapter } from '@dapplex/adapter-node'
import { netcoredbgAdapter } from '@dapplex/adapter-netcoredbg'
import { replayAdapter } from '@dapplex/adapter-replay'
import { swankAdapter } from '@dapplex/adapter-swank'
import { genericAdapters } from '@dapplex/adapters-generic'
import type { AdapterModule } from '@dapplex/protocol'

/** All adapters, in the order in which they are preferred where several could run a program. */
export const adapterModules: readonly AdapterModule[] = [
  nodeAdapter,
  netcoredbgAdapter,
  swankAdapter,
  ...genericAdapters,
  replayAdapter,
]
