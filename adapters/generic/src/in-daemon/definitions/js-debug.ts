import { extensionRequests, type AdapterDefinitionInput } from '@dapplex/protocol'

/** JavaScript in browsers and Node with source maps: the stand-alone server of vscode-js-debug (its README, "Using in Other Editors"). */
export const jsDebug: AdapterDefinitionInput = {
  id: 'js-debug',
  title: 'js-debug (JavaScript, browsers)',
  languages: ['javascript', 'typescript'],
  launchTypes: ['pwa-node', 'pwa-chrome', 'chrome', 'pwa-msedge', 'msedge'],
  programs: [],
  find: [
    { kind: 'env', name: 'JS_DEBUG_PATH' },
    { kind: 'path', command: 'js-debug-adapter' },
    { kind: 'file', pattern: '~/.local/share/nvim/mason/packages/js-debug-adapter/js-debug/src/dapDebugServer.js' },
  ],
  start: { kind: 'listen', args: ['${port}', '127.0.0.1'], streams: 'log' },
  install:
    'Unpack the js-debug-dap archive of a vscode-js-debug release and set JS_DEBUG_PATH to its js-debug/src/dapDebugServer.js.',
  launch: {
    program: 'program',
    args: 'args',
    cwd: 'cwd',
    env: { name: 'env', form: 'object' },
    stopAtEntry: 'stopOnEntry',
    fixed: { type: 'pwa-node', request: 'launch', console: 'internalConsole' },
  },
  attach: {
    pid: 'processId',
    host: 'address',
    port: 'port',
    fixed: { type: 'pwa-node', request: 'attach' },
  },
  traits: {
    conditions: { open: '(', or: ' || ', close: ')' },
    serves: [...extensionRequests],
  },
}
