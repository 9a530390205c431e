import { fileURLToPath } from 'node:url'
import { adapterDefinition, servedIn, type AdapterModule } from '@dapplex/protocol'
import { nodeProcesses } from '../in-both/node-process.js'
import { prepareAttach } from './prepare-attach.js'
import { nodeTest } from './tests/node-test.js'
import { vitest } from './tests/vitest.js'

/** The JavaScript adapter, as the daemon finds and starts it: it comes with dapplex and needs nothing but Node. */
export const nodeAdapter: AdapterModule = {
  definition: adapterDefinition.parse({
    id: 'node',
    title: 'Node (JavaScript)',
    languages: ['javascript'],
    launchTypes: ['node', 'node2'],
    programs: ['.js', '.cjs', '.mjs'],
    find: [{ kind: 'bundled' }],
    start: { kind: 'stdio', args: [] },
    install: 'It comes with dapplex and is run by the Node that runs dapplex.',
    launch: {
      program: 'program',
      args: 'args',
      cwd: 'cwd',
      env: { name: 'env', form: 'object' },
      stopAtEntry: 'stopOnEntry',
    },
    attach: { pid: 'pid', host: 'host', port: 'port', childSocket: 'childSocket' },
    traits: {
      conditions: { open: '(', or: ' || ', close: ')' },
      unknown: 'refuse',
      serves: ['dapplex_input', ...servedIn('recording')],
      changedSources: 'time',
      exceptions: {
        firstChance: { filter: 'all' },
        secondChance: { filter: 'uncaught' },
        // V8 knows at the throw whether something will catch the exception.
        stopsOnce: true,
        types: { from: 'details' },
      },
      invalidCondition: '" is not a JavaScript expression: ',
      // Every reference becomes invalid when the program resumes (`dap/handles.ts`). Output carries none.
      references: { evaluate: 'stop', output: 'stop' },
      evaluation: {
        failures: [
          { pattern: 'did not end within \\d+ ms', kind: 'timeout' },
          { pattern: 'was not evaluated: it may change the program', kind: 'side_effects' },
          // `JSON.parse` throws the same class for text that is not JSON.
          { pattern: '^SyntaxError: (?!.*JSON)', kind: 'syntax' },
        ],
        thrown: '^(?<type>[A-Za-z_$][\\w$.]*)(?: \\[\\w+\\])?: (?<message>[^]*)$',
        hoverIsSafe: true,
        // Each way to set a value ends with reading it (`evaluate/assign.ts`).
        writesAreSure: true,
        timeoutArgument: 'evaluateTimeout',
        // A global that no loop over the properties shows.
        holding: {
          keep: "void Object.defineProperty(globalThis, '__dapplexHeld', { value: {{object}}, configurable: true })",
          name: '__dapplexHeld{{rest}}',
          release: 'delete globalThis.__dapplexHeld',
        },
      },
      presentation: {
        textArgument: 'dapplexTextLimit',
        argumentNames: { from: 'scope' },
        familiarTypes: '^(Function|AsyncFunction|GeneratorFunction|global)$',
        plainTypes:
          '^(number|string|boolean|undefined|null|bigint|symbol|Array|Function|AsyncFunction|GeneratorFunction)$',
        groupRows: ['[[Prototype]]', '[[Scopes]]'],
        waitFrames: ['^<waiting for events>$'],
      },
    },
  }),
  entry: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  tests: [nodeTest, vitest],
  hooks: {
    prepareAttach,
    listProcesses: () => Promise.resolve(nodeProcesses().map((one) => ({ ...one, runtime: 'Node' }))),
  },
}
