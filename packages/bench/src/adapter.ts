// The adapter of the benchmark. It answers at once, so that only the route to it is measured. DAP on stdio.
import { isJsonObject } from '@dapplex/protocol'
import { ownStdioPort } from '@dapplex/transport'

const port = ownStdioPort()
let seq = 0
const send = (message: Readonly<Record<string, unknown>>) => port.send({ seq: ++seq, ...message })

/** About what a debugger tells about one frame. */
const FRAMES = Array.from({ length: 20 }, (_, at) => ({
  id: at + 1,
  name: `function_${at}`,
  line: at + 10,
  column: 1,
  source: { name: 'orders.js', path: '/workspace/orders.js' },
}))
/** About what it tells about the locals of one frame. */
const VARIABLES = Array.from({ length: 20 }, (_, at) => ({
  name: `local_${at}`,
  value: `{ id: ${at}, name: 'order' }`,
  type: 'Order',
  variablesReference: at + 100,
}))
const OUTPUT_LINE = `${'x'.repeat(79)}\n`

/** Bodies by command; what is not here is answered with an empty body. */
const bodies: Readonly<Record<string, unknown>> = {
  initialize: { supportsConfigurationDoneRequest: true },
  threads: { threads: [{ id: 1, name: 'main' }] },
  scopes: { scopes: [{ name: 'Locals', variablesReference: 1, expensive: false }] },
  variables: { variables: VARIABLES },
  stackTrace: { stackFrames: FRAMES, totalFrames: FRAMES.length },
}

const list = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at))

/** Bodies as long as the arguments ask for (`many`), for the measurements of long lists and texts. */
const long: Readonly<Record<string, (many: number) => unknown>> = {
  threads: (many) => ({ threads: list(many, (at) => ({ id: at + 1, name: 'worker' })) }),
  variables: (many) => ({ variables: list(many, (at) => ({ name: String(at), value: '0', variablesReference: 0 })) }),
  stackTrace: (many) => ({
    stackFrames: list(many, (at) => ({ ...FRAMES[at % FRAMES.length], id: at + 1 })),
    totalFrames: many,
  }),
  source: (many) => ({ content: OUTPUT_LINE.repeat(Math.ceil(many / OUTPUT_LINE.length)) }),
}

function bodyOf(command: string, args: Readonly<Record<string, unknown>>): unknown {
  if (command === 'evaluate') return { result: 'done', variablesReference: 0 }
  if (command === 'setBreakpoints' && Array.isArray(args['breakpoints']))
    return { breakpoints: args['breakpoints'].map((one: object, at) => ({ ...one, id: at + 1, verified: true })) }
  return typeof args['many'] === 'number' ? long[command]?.(args['many']) : bodies[command]
}

port.onMessage(({ value }) => {
  if (!isJsonObject(value)) return
  const { command, seq: request_seq } = value
  const args = isJsonObject(value['arguments']) ? value['arguments'] : {}
  if (command === 'evaluate') printOutput(Number(args['expression']))
  const body = typeof command === 'string' ? bodyOf(command, args) : undefined
  send({ type: 'response', request_seq, command, success: true, body: body ?? {} })
  if (command === 'launch') send({ type: 'event', event: 'initialized' })
  if (command === 'configurationDone')
    send({ type: 'event', event: 'stopped', body: { reason: 'entry', threadId: 1, allThreadsStopped: true } })
  if (command === 'disconnect') port.close()
})
port.onClose(() => process.exit(0))

function printOutput(lines: number): void {
  for (let at = 0; at < lines; at++)
    send({ type: 'event', event: 'output', body: { category: 'stdout', output: OUTPUT_LINE } })
}
