import type { Client } from '@dapplex/client'
import type { DebugEvent } from '@dapplex/protocol'
import { EXIT } from '../exit/exit-codes.js'
import { shown } from '../output/escape-text.js'
import { printMessage, printProgramOutput } from '../output/print.js'

/**
 * Stands in for running the program: its standard input, output and exit code are those of this command. A stop is told on
 * standard error, since somebody else may look at it. Ctrl-C ends the program. Returns the exit code.
 */
export async function passThrough(client: Client, sessionId: string): Promise<number> {
  const session_id = sessionId
  const interrupt = new AbortController()
  const end = () => {
    interrupt.abort()
    void client.call('debug_disconnect', { session_id, terminate: true }).catch(() => undefined)
  }
  process.on('SIGINT', end)
  const code = new Promise<number>((resolve) => {
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
  await client.call('events_subscribe', { session_id, since_seq: 0 })
  void sendInput(client, sessionId)
  const exitCode = await code
  process.off('SIGINT', end)
  process.stdin.destroy()
  return interrupt.signal.aborted ? EXIT.interrupted : exitCode
}

function showEvent(event: DebugEvent): void {
  if (event.type === 'output' && event.category !== 'console' && event.category !== 'important')
    printProgramOutput(event.text, event.category === 'stderr' ? 'stderr' : 'stdout')
  if (event.type === 'stopped')
    printMessage(shown`stopped (${event.reason}); \`dapplex attach ${event.session_id}\` shows where`)
}

/** One piece after the other, as it comes; then the end of the input. A program that takes none is told once. */
async function sendInput(client: Client, sessionId: string): Promise<void> {
  const send = (params: object) => client.call('input_send', { session_id: sessionId, ...params })
  try {
    process.stdin.setEncoding('utf8')
    for await (const text of process.stdin) await send({ text: String(text) })
    await send({ eof: true })
  } catch (error) {
    // The input that this command was given may be nothing at all, and then nothing is lost.
    if (process.stdin.readableDidRead) printMessage(shown`the program gets no input: ${(error as Error).message}`)
  }
}
