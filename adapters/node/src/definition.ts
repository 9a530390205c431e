import { fileURLToPath } from 'node:url'
import { adapterDefinition, toolError, type AdapterModule, type AttachSpec } from '@dapplex/protocol'
import { lookAtProcess, nodeProcesses } from './process/node-process.js'

/** The JavaScript adapter, as the daemon finds and starts it: it comes with dapplex and needs nothing but Node. */
export const nodeAdapter: AdapterModule = {
  definition: adapterDefinition.parse({
    id: 'node',
    title: 'Node (JavaScript)',
    languages: ['javascript'],
    launchTypes: ['node', 'node2'],
    programs: ['.js', '.cjs', '.mjs'],
    find: [{ kind: 'own' }],
    start: { kind: 'stdio', args: [] },
    install: 'It comes with dapplex and is run by the Node that runs dapplex.',
    launch: {
      program: 'program',
      args: 'args',
      cwd: 'cwd',
      env: { name: 'env', form: 'object' },
      stopAtEntry: 'stopOnEntry',
    },
    attach: { pid: 'pid', host: 'host', port: 'port' },
    traits: {
      conditions: { open: '(', or: ' || ', close: ')' },
      unknown: 'refuse',
      changedSources: 'time',
      exceptions: {
        firstChance: { filter: 'all' },
        secondChance: { filter: 'uncaught' },
        // V8 tells at the throw whether something will catch it.
        stopsOnce: true,
        types: { from: 'details' },
      },
      invalidCondition: '" is no JavaScript expression: ',
      // Every number dies when the program runs on (`stop/handles.ts`); output carries none.
      references: { evaluate: 'stop', output: 'stop' },
      evaluation: {
        failures: [
          { pattern: 'did not end within \\d+ ms', kind: 'timeout' },
          { pattern: 'was not evaluated: it may change the program$', kind: 'side_effects' },
          // `JSON.parse` throws the same class for text that is no JSON.
          { pattern: '^SyntaxError: (?!.*JSON)', kind: 'syntax' },
        ],
        thrown: '^(?<type>[A-Za-z_$][\\w$.]*)(?: \\[\\w+\\])?: (?<message>[^]*)$',
        hoverIsSafe: true,
      },
      presentation: {
        groupRows: ['[[Prototype]]', '[[Scopes]]'],
        waitFrames: ['^<waiting for events>$'],
      },
    },
  }),
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  hooks: {
    prepareAttach: (spec) => Promise.resolve().then(() => writeAttach(spec)),
    listProcesses: () => Promise.resolve(nodeProcesses().map((one) => ({ ...one, runtime: 'Node' }))),
  },
}

/** @throws ToolError PROCESS_NOT_FOUND, PERMISSION_DENIED, ATTACH_FAILED */
function writeAttach({ pid, host, port, adapterArgs }: AttachSpec): Record<string, unknown> {
  if (pid !== undefined) checkProcess(pid)
  return {
    ...(pid === undefined ? {} : { pid }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...adapterArgs,
  }
}

function checkProcess(pid: number): void {
  const look = lookAtProcess(pid)
  switch (look.kind) {
    case 'gone':
      throw toolError('PROCESS_NOT_FOUND', { pid })
    case 'forbidden':
      throw toolError('PERMISSION_DENIED', {
        what: `Attaching to process ${pid}`,
        reason: 'it belongs to another user',
      })
    case 'other': {
      const reason = `process ${pid} (${look.executable}) is no Node process`
      throw toolError('ATTACH_FAILED', { reason, adapter: 'node' })
    }
    case 'node':
    case 'unknown':
      return
  }
}
