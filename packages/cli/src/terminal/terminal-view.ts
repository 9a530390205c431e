import { createInterface } from 'node:readline'
import type { Client } from '@dapplex/client'
import type { DebugEvent } from '@dapplex/protocol'
import { CommandError } from '../exit/command-error.js'
import { EXIT } from '../exit/exit-codes.js'
import { describeEvent } from './describe-event.js'
import { formatMissed, type FrameRow, type MissedRow, type ShownValue } from './formats.js'
import { readExpression } from './looking-commands.js'
import { completeLine } from './completer.js'
import { LiveOutput } from './live-output.js'
import { formatPrompt, type StateRow } from './prompt.js'
import { showChanges } from './show-changes.js'
import { runCommandLine } from './run-command-line.js'
import type { ViewContext } from './view-context.js'
import { call, describeFailure } from './view-context.js'
import { escapeLines, escapeText, shown } from '../output/escape-text.js'
import { print, printOverPrompt } from '../output/print.js'

export interface TerminalViewSpec {
  readonly client: Client
  /** The only live session when left out. */
  readonly sessionId?: string
  /** Run these and leave; otherwise lines come from standard input. */
  readonly commands?: readonly string[]
  /** A script goes on after a failed command. */
  readonly keepGoing?: boolean
}

/** The live view of one session: the user types below, and what others do appears above. Returns the exit code. */
export async function runTerminalView(spec: TerminalViewSpec): Promise<number> {
  const { client, sessionId, commands, keepGoing = false } = spec
  const view = makeView(client, await sessionToJoin(client, sessionId))
  if (commands === undefined && process.stdin.isTTY) return runInteractive(view)
  return (await runScript(view, commands ?? (await readLines()), keepGoing)) ? EXIT.done : EXIT.failed
}

/** Errors: CommandError when there is no session; SESSION_NOT_FOUND, SESSION_AMBIGUOUS. */
async function sessionToJoin(client: Client, sessionId: string | undefined): Promise<string> {
  const state = (await client.call('debug_state', sessionId === undefined ? {} : { session_id: sessionId })) as {
    _meta?: { session_id?: string }
  }
  const joined = state._meta?.session_id
  if (joined !== undefined) return joined
  throw new CommandError('there is no session to join; run `dapplex launch PROGRAM --attach` to start one')
}

function makeView(client: Client, sessionId: string): ViewContext & { readonly left: Promise<void> } {
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  client.on('close', () => leave())
  return {
    client,
    sessionId,
    watches: [],
    changed: new Set(),
    left,
    leave: () => leave(),
    print,
  }
}

/** Runs commands one after the other, up to the first that fails unless told to keep going. Returns whether all worked. */
async function runScript(view: ViewContext, lines: readonly string[], keepGoing: boolean): Promise<boolean> {
  let allWorked = true
  for (const line of lines) {
    if (!allWorked && !keepGoing) return false
    allWorked = (await runCommandLine(view, line)) && allWorked
  }
  return allWorked
}

async function readLines(): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: process.stdin })) lines.push(line)
  return lines
}

async function runInteractive(view: ViewContext & { readonly left: Promise<void> }): Promise<number> {
  const keyboard = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt: await readPrompt(view),
    completer: (line, done) => {
      void completeLine(view, line).then((completion) => done(null, completion))
    },
  })
  const renewPrompt = async () => {
    keyboard.setPrompt(await readPrompt(view).catch(() => shown`${view.sessionId}> `))
    keyboard.prompt(true)
  }
  const above = (text: string) => {
    printOverPrompt(text)
    keyboard.prompt(true)
  }
  const output = new LiveOutput(above)
  // One after the other: a stop asks for its place, and the events after it must not overtake it.
  let printed = Promise.resolve()
  view.client.on('debug_event', (event) => {
    printed = printed.then(() => showInOrder(view, event, { above, output }))
    if (MOVES.has(event.type)) void renewPrompt()
  })
  await call(view, 'events_subscribe')
  let working = Promise.resolve()
  keyboard.on('line', (line) => {
    working = working.then(async () => {
      await runCommandLine(view, line)
      keyboard.prompt()
    })
  })
  // Ctrl-C and Ctrl-D leave the view; the debuggee stays as it was.
  keyboard.on('close', () => view.leave())
  keyboard.prompt()
  await view.left
  output.flush()
  keyboard.close()
  return EXIT.done
}

const readPrompt = async (view: ViewContext) => formatPrompt(view.sessionId, await call<StateRow>(view, 'debug_state'))

/** Events that change the prompt. */
const MOVES: ReadonlySet<string> = new Set(['stopped', 'continued', 'exited', 'ended'])

/** Output line by line, and whatever else happened. What has begun of a line comes before it. */
export async function showInOrder(
  view: ViewContext,
  event: DebugEvent,
  { above, output }: { readonly above: (text: string) => void; readonly output: LiveOutput },
): Promise<void> {
  if (event.type === 'output') {
    output.add(event)
    return
  }
  output.flush()
  await showEvent(view, event, above)
}

/** Prints what happened; a stop with its place and the watched expressions. */
export async function showEvent(view: ViewContext, event: DebugEvent, above: (text: string) => void): Promise<void> {
  const text = describeEvent(event, event.type === 'stopped' ? await placeOf(view, event.thread_id) : undefined)
  if (text !== undefined) above(text)
  if (event.type === 'ended') await showMissed(view, above)
  if (event.type !== 'stopped') return
  const shownStop = await call<ShownStop>(view, 'wait_for_stop', { timeout_ms: 1 }).catch(() => undefined)
  if (shownStop?.stop_id === event.stop_id) showChanges(view, shownStop.values, above)
  for (const expression of view.watches) {
    const value = await readExpression(view, expression).catch(describeFailure)
    above(`${escapeText(expression)} = ${escapeLines(value)}`)
  }
}

interface ShownStop {
  readonly stop_id?: number
  readonly values?: readonly ShownValue[]
}

async function showMissed(view: ViewContext, above: (text: string) => void): Promise<void> {
  const state = await call<{ breakpoints_not_hit?: MissedRow[] }>(view, 'debug_state').catch(() => undefined)
  for (const one of state?.breakpoints_not_hit ?? []) above(formatMissed(one))
}

/** Where a stopped thread stands; undefined where the program has gone on since. */
async function placeOf(view: ViewContext, thread: number | undefined): Promise<FrameRow | undefined> {
  const params = { max_frames: 1, ...(thread === undefined ? {} : { thread_id: thread }) }
  const stack = await call<{ frames: FrameRow[] }>(view, 'stacktrace_get', params).catch(() => undefined)
  return stack?.frames[0]
}
