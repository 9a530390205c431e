import type { Client } from '@dapplex/client'
import type { DebugEvent } from '@dapplex/protocol'
import { EXIT } from '../exit/exit-codes.js'
import { shown } from '../output/escape-text.js'
import { printMessage, printProgramOutput } from '../output/print.js'
import { type EndRequest, listenToEndRequests } from './asked-to-end.js'

/**
 * Stands in for running the program: its standard input, output and exit code are those of this command. A stop is told on
 * standard error, since somebody else may look at it. Ctrl-C ends the program. So do SIGTERM, SIGHUP and an output that nobody
 * reads any more, unless others are in the session. Returns the exit code.
 * @param launch starts the program, and gives its session
 */
export async function passThrough(client: Client, launch: (signal: AbortSignal) => Promise<string>): Promise<number> {
  const requests = listenToEndRequests()
  const start = new AbortController()
  const asked = requests.asked.then((request) => {
    start.abort()
    return request
  })
  try {
    const sessionId = await launch(start.signal)
    const { ended } = await connectStreams(client, sessionId)
    const first = await Promise.race([asked, ended])
    if (typeof first === 'number') return first
    if (await endProgram(client, sessionId, first)) await ended
    return first.exitCode
  } catch (error) {
    if (start.signal.aborted) return (await asked).exitCode
    throw error
  } finally {
    requests.stop()
    process.stdin.destroy()
  }
}

/** What stands for a byte that is no text. An input that has this character itself is text, and is told in vain. */
const REPLACEMENT = '\ufffd'
const NO_TEXT =
  'warning: the input is not UTF-8 text, and the program gets U+FFFD for each byte that is none; give it as a file instead'

/** Passes on what the program writes, and what it is sent. `ended` gives its exit code. */
async function connectStreams(client: Client, sessionId: string): Promise<{ readonly ended: Promise<number> }> {
  const ended = new Promise<number>((resolve) => {
    let exitCode: number = EXIT.failed
    client.on('debug_event', (event) => {
      if (event.session_id !== sessionId) return
      showEvent(event)
      if (event.type === 'exited') exitCode = event.exit_code
      if (event.type === 'ended') resolve(exitCode)
    })
    client.on('close', () => resolve(EXIT.failed))
  })
  // Kept events come first: what the program wrote before this call is not lost.
  await client.call('events_subscribe', { session_id: sessionId, since_seq: 0 })
  void sendInput(client, sessionId)
  return { ended }
}

/** Whether the program ends. Only Ctrl-C, which a person presses for that, ends it under others. */
async function endProgram(client: Client, sessionId: string, { why }: EndRequest): Promise<boolean> {
  const session_id = sessionId
  try {
    const others = why === 'interrupt' ? [] : await othersIn(client, sessionId)
    if (others.length === 0) {
      await client.call('debug_disconnect', { session_id, terminate: true })
      return true
    }
    printMessage(shown`the program goes on, since others are in its session ${sessionId}: ${others.join(', ')}`)
  } catch (error) {
    printMessage(shown`the program is not ended: ${(error as Error).message}`)
  }
  return false
}

async function othersIn(client: Client, session_id: string): Promise<readonly string[]> {
  const { clients } = (await client.call('clients_list', { session_id })) as {
    clients: readonly { readonly name: string; readonly is_you?: true }[]
  }
  return clients.filter((one) => one.is_you !== true).map(({ name }) => name)
}

function showEvent(event: DebugEvent): void {
  if (event.type === 'output' && event.category !== 'console' && event.category !== 'important')
    printProgramOutput(event.text, event.category === 'stderr' ? 'stderr' : 'stdout')
  if (event.type === 'stopped')
    printMessage(shown`stopped (${event.reason}); \`dapplex attach ${event.session_id}\` shows where`)
}

/**
 * One piece after the other, as it comes; then the end of the input. A program that takes none is told once, and so is input that is
 * no text: a session carries text (DAP, "Base Protocol"), and other bytes do not reach the program as they are.
 */
async function sendInput(client: Client, sessionId: string): Promise<void> {
  const send = (params: object) => client.call('input_send', { session_id: sessionId, ...params })
  let isText = true
  const noticed = (text: string): string => {
    if (isText && text.includes(REPLACEMENT)) printMessage(NO_TEXT)
    isText &&= !text.includes(REPLACEMENT)
    return text
  }
  try {
    process.stdin.setEncoding('utf8')
    for await (const text of process.stdin) await send({ text: noticed(String(text)) })
    await send({ eof: true })
  } catch (error) {
    // The input that this command was given may be nothing at all, and then nothing is lost.
    if (process.stdin.readableDidRead) printMessage(shown`the program gets no input: ${(error as Error).message}`)
  }
}
