import type { AdapterDefinitionInput } from '@dapplex/protocol'

/**
 * Any adapter that speaks DAP on its standard streams. `dapplexCommand` in the launch or attach arguments, or in
 * `adapter_args`, is its command line as a list of strings: `["my-adapter", "--stdio"]`.
 */
export const command: AdapterDefinitionInput = {
  id: 'command',
  title: 'Any adapter on standard streams',
  languages: [],
  launchTypes: [],
  programs: [],
  find: [{ kind: 'given', argument: 'dapplexCommand' }],
  start: { kind: 'stdio', args: [] },
  install: 'Give the command line of the adapter as a list of strings in dapplexCommand (adapter_args).',
  launch: {
    program: 'program',
    args: 'args',
    cwd: 'cwd',
    env: { name: 'env', form: 'object' },
    stopAtEntry: 'stopOnEntry',
  },
  attach: { pid: 'processId', host: 'host', port: 'port' },
  traits: {},
}
