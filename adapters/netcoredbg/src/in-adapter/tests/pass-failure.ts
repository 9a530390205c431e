import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { ToldFailures } from './told-failures.js'

/** How many frames tell whether a test expects an exception. */
const MOST_LOOKED_AT = 50

/** The connection to netcoredbg. */
interface Asking {
  ask(command: string, args: unknown): Promise<Dap.Response | undefined>
}

/**
 * In a run of tests not every exception that nothing in the user's code handles is a failure: then the program goes on.
 * @param notePassing told before the program goes on, and where it does not
 * @returns false for a stop that is told. So is one after which netcoredbg refuses to go on: without a word everybody would take the
 * program for running
 */
export async function passFailure(
  channel: Asking,
  { event, told }: { readonly event: Dap.StoppedEvent; readonly told: ToldFailures },
  notePassing: (isPassing: boolean) => void,
): Promise<boolean> {
  const { threadId } = event.body
  const response = await channel.ask('stackTrace', { threadId, startFrame: 0, levels: MOST_LOOKED_AT })
  const frames = response?.success === true ? (response as Dap.StackTraceResponse).body.stackFrames : []
  if (told.isTold(event.body, frames)) return false
  notePassing(true)
  const moved = await channel.ask('continue', { threadId })
  if (moved?.success !== false) return true
  notePassing(false)
  return false
}
