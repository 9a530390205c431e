import inspector = require('node:inspector')
import net = require('node:net')
import threads = require('node:worker_threads')

/** What the main thread hands to this one. */
interface Task {
  readonly address: string
  /** 1 at its first place lets the main thread run. */
  readonly gate: Int32Array
  /** What the adapter is told of this process. */
  readonly about: object
}

interface Asked {
  readonly id: number
  readonly method: string
  readonly params?: object
}

/**
 * Passes messages between the adapter's socket and the inspector of the main thread, one line for each. The main thread waits until the
 * debugger says `Runtime.runIfWaitingForDebugger`, or the adapter closes the socket.
 */
function relay({ address, gate, about }: Task): void {
  const session = new inspector.Session()
  const socket = net.connect(address)
  const tell = (message: object) => socket.write(`${JSON.stringify(message)}\n`)
  let phase: 'asking' | 'debugged' | 'over' = 'asking'
  let rest = ''

  const openGate = () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  const end = () => {
    if (phase === 'debugged') session.disconnect()
    phase = 'over'
    openGate()
  }
  const serve = ({ id, method, params }: Asked) => {
    if (phase === 'asking') {
      session.connectToMainThread()
      phase = 'debugged'
    }
    if (method === 'Runtime.runIfWaitingForDebugger') {
      openGate()
      tell({ id, result: {} })
      return
    }
    session.post(method, params, (error: Error | null, result?: object) =>
      tell(error === null ? { id, result: result ?? {} } : { id, error: { message: error.message } }),
    )
  }

  session.on('inspectorNotification', (message: object) => tell(message))
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) serve(JSON.parse(line) as Asked)
  })
  socket.on('error', () => undefined)
  socket.once('close', end)
  // However this thread ends.
  process.once('exit', openGate)
  tell(about)
}

relay(threads.workerData as Task)
