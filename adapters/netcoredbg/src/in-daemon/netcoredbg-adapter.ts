import { fileURLToPath } from 'node:url'
import type { AdapterModule } from '@dapplex/protocol'
import { listDotnetProcesses } from './attach/list-processes.js'
import { prepareAttach } from './attach/prepare-attach.js'
import { definition } from './definition/definition.js'
import { prepareLaunch } from './launch/prepare-launch.js'
import { dotnetTest } from './tests/dotnet-test.js'

/** The .NET adapter: its definition, checks before launch and attach, and the list of processes to attach to. */
export const netcoredbgAdapter: AdapterModule = {
  definition,
  entry: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  hooks: { prepareLaunch, prepareAttach, listProcesses: listDotnetProcesses },
  tests: [dotnetTest],
}
