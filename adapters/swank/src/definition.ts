import { fileURLToPath } from 'node:url'
import { adapterDefinition, type AdapterModule } from '@dapplex/protocol'

/** The Common Lisp adapter, as the daemon finds and starts it. */
export const swankAdapter: AdapterModule = {
  definition: adapterDefinition.parse({
    id: 'swank',
    title: 'Common Lisp over Swank (SBCL; others by attach)',
    languages: ['common-lisp'],
    launchTypes: ['swank', 'lisp', 'common-lisp', 'sbcl'],
    programs: ['.lisp', '.lsp', '.cl', '.fasl'],
    find: [{ kind: 'own' }],
    start: { kind: 'stdio', args: [] },
    install: 'It comes with dapplex; the machine needs SBCL and SLIME (Debian: apt install sbcl cl-swank).',
    launch: {
      program: 'program',
      args: 'args',
      cwd: 'cwd',
      env: { name: 'env', form: 'object' },
      stopAtEntry: 'stopOnEntry',
    },
    attach: { host: 'host', port: 'port' },
    traits: {
      // The marker is a Lisp comment: `lisp/conditions.lisp` takes the forms around it as alternatives.
      conditions: { or: ' #|or|# ', open: '', close: '' },
      unknown: 'pass',
      stops: 'thread',
      references: { evaluate: 'stop', output: 'session' },
      hitBreakpointIds: true,
      invalidCondition: '^INVALID_CONDITION: ',
      serves: ['dapplex_input'],
      presentation: {
        names: 'lisp',
        argumentsScope: true,
        literals: { null: 'nil', true: 't', false: 'nil' },
      },
    },
  }),
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
}
