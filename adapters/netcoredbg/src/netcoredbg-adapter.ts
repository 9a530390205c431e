import { fileURLToPath } from 'node:url'
import type { AdapterModule } from '@dapplex/protocol'
import { listDotnetProcesses } from './attach/list-processes.js'
import { prepareAttach } from './attach/prepare-attach.js'
import { definition } from './definition.js'
import { prepareLaunch } from './launch/prepare-launch.js'

/** The .NET adapter: its definition, an honest launch and attach, and the processes that can be attached to. */
export const netcoredbgAdapter: AdapterModule = {
  definition,
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  hooks: { prepareLaunch, prepareAttach, listProcesses: listDotnetProcesses },
}
