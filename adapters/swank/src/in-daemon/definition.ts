import { fileURLToPath } from 'node:url'
import { adapterDefinition, type AdapterModule, servedIn } from '@dapplex/protocol'
import { missingProgram } from './missing-program.js'
import { lispFrameworks } from './tests/lisp-frameworks.js'

/** The Common Lisp adapter, as the daemon finds and starts it. */
export const swankAdapter: AdapterModule = {
  hooks: { missing: missingProgram },
  tests: lispFrameworks,
  definition: adapterDefinition.parse({
    id: 'swank',
    title: 'Common Lisp over Swank (SBCL; others by attach)',
    languages: ['common-lisp'],
    launchTypes: ['swank', 'lisp', 'common-lisp', 'sbcl'],
    programs: ['.lisp', '.lsp', '.cl', '.fasl'],
    find: [{ kind: 'bundled' }],
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
      exceptions: {
        firstChance: { filter: 'error', typed: 'condition' },
        secondChance: { filter: 'uncaught' },
        initial: ['uncaught'],
        types: { from: 'fullTypeName', separator: ' < ' },
      },
      // The image that was launched ends with the shim.
      letsLaunchedGo: false,
      invalidCondition: '^INVALID_CONDITION: ',
      serves: servedIn('objects', 'definitions', 'lisp', 'changes', 'recording'),
      evaluation: {
        failures: [
          { pattern: '^Cannot read .*#<', kind: 'unreadable' },
          { pattern: '^(Cannot read |There is more than one form in )| ends too early: a parenthesis', kind: 'syntax' },
          { pattern: 'did not answer within \\d+ ms$', kind: 'timeout' },
        ],
      },
      presentation: {
        names: 'lisp',
        argumentsScope: true,
        plainTypes: '^(fixnum|bignum|string|cons|symbol|keyword|null|boolean|vector|character|function)$',
        opaqueValues: '^#<(?!sb-|function|package)[^<>{} ]+ \\{[0-9A-F]+\\}>$',
        familiarTypes: '^(symbol|keyword|function|package)$',
        literals: { null: 'nil', true: 't', false: 'nil', unbound: '#<unbound>' },
      },
    },
  }),
  entry: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
}
