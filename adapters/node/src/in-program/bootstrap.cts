import inspector = require('node:inspector')
import path = require('node:path')
import threads = require('node:worker_threads')

/** Where the adapter listens (`in-adapter/children/door.ts` sets it). */
const ADDRESS_VARIABLE = 'DAPPLEX_NODE_CHILDREN'
/** Longer than any debugger takes to set up, in ms. Then the process runs, whatever has become of the thread that speaks for it. */
const PATIENCE_MS = 120_000

/**
 * Runs in each Node process that a debugged program starts, before its own code (`--require` in `NODE_OPTIONS`). It asks the
 * adapter whether the process is to be debugged, over a private socket, and waits for the answer. The debugger then speaks through
 * a thread of its own, so that the process opens no port and prints nothing. Whatever fails here, the program runs.
 */
function followProcess(address: string): void {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const about = { pid: process.pid, argv: process.argv, execArgv: process.execArgv, cwd: process.cwd() }
  const relay = new threads.Worker(path.join(__dirname, 'relay.cjs'), {
    name: 'dapplex',
    workerData: { address, gate, about },
    // The options of the program (loaders, other preloaded files) are not for this thread.
    execArgv: [],
    env: {},
  })
  relay.unref()
  relay.on('error', () => undefined)
  // V8 serves the debugger meanwhile.
  Atomics.wait(gate, 0, 0, PATIENCE_MS)
}

try {
  const address = process.env[ADDRESS_VARIABLE]
  // A thread is known to the debugger of its process. A process with an inspector has a debugger already.
  if (address !== undefined && threads.isMainThread && inspector.url() === undefined) followProcess(address)
} catch {
  // It runs without a debugger.
}
// The program does not see that these files were loaded.
for (const file of Object.keys(require.cache)) {
  if (path.dirname(file) === __dirname) Reflect.deleteProperty(require.cache, file)
}
