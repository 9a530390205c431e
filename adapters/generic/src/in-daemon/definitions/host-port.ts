import type { AdapterDefinitionInput } from '@dapplex/protocol'

/** Any adapter that listens already: the address is that of an attach, or `dapplexHost` and `dapplexPort`. */
export const hostPort: AdapterDefinitionInput = {
  id: 'host-port',
  title: 'Any adapter that listens',
  languages: [],
  launchTypes: [],
  programs: [],
  find: [],
  start: { kind: 'connect' },
  install:
    'Start the adapter so that it listens, then give its address: host and port, or dapplexHost and dapplexPort.',
  launch: {
    program: 'program',
    args: 'args',
    cwd: 'cwd',
    env: { name: 'env', form: 'object' },
    stopAtEntry: 'stopOnEntry',
  },
  attach: { pid: 'processId', address: 'adapter' },
  traits: {},
}
