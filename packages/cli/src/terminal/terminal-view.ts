import { createInterface } from 'node:readline'
import type { Client } from '@dapplex/client'
import type { DebugEvent } from '@dapplex/protocol'
import { CommandError } from '../command-error.js'
import { EXIT } from '../exit-codes.js'
import { describeEvent } from './describe-event.js'
import type { FrameRow } from './formats.js'
import { showExpression } from './looking-commands.js'
import { completeLine } from './completer.js'
import { promptOf } from './prompt.js'
import { runCommandLine } from './run-command-line.js'
import type { ViewContext } from './view-context.js'
import { call } from './view-context.js'

export interface TerminalViewSpec {
  readonly client: Client
  /** The only live session when left out. */
  readonly sessionId?: string
  /** Run these and leave; else lines come from standard input. */
  readonly commands?: readonly string[]
}

/** The live view of one session: lines from the keyboard, events of the others above them. Returns the exit code. */
export async function runTerminalView({ client, sessionId, commands }: TerminalViewSpec): Promise<number> {
  const view = makeView(client, await sessionToJoin(client, sessionId))
  if (commands !== undefined) return runAll(view, commands)
  return process.stdin.isTTY ? runInteractive(view) : runAll(view, await readLines())
}

/** Errors: CommandError when there is nothing to join; SESSION_NOT_FOUND, SESSION_AMBIGUOUS. */
async function sessionToJoin(client: Client, sessionId: string | undefined): Promise<string> {
  const state = (await client.call('debug_state', sessionId === undefined ? {} : { session_id: sessionId })) as {
    _meta?: { session_id: string }
  }
  if (state._meta !== undefined) return state._meta.session_id
  throw new CommandError('no session to join; `dapplex launch PROGRAM --attach` starts one')
}

function makeView(client: Client, sessionId: string): ViewContext & { readonly left: Promise<void> } {
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  client.on('close', () => leave())
  return {
    client,
    sessionId,
    watches: [],
    left,
    leave: () => leave(),
    print: (text) => void process.stdout.write(`${text}\n`),
  }
}

/** Commands one after the other; the exit code says whether all worked. */
async function runAll(view: ViewContext, lines: readonly string[]): Promise<number> {
  let allWorked = true
  for (const line of lines) allWorked = (await runCommandLine(view, line)) && allWorked
  return allWorked ? EXIT.done : EXIT.failed
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
    prompt: await promptOf(view),
    completer: (line, done) => {
      void completeLine(view, line).then((completion) => done(null, completion))
    },
  })
  const renewPrompt = async () => {
    keyboard.setPrompt(await promptOf(view).catch(() => `${view.sessionId}> `))
    keyboard.prompt(true)
  }
  const above = (text: string) => {
    process.stdout.write(`\r\u001b[K${text}\n`)
    keyboard.prompt(true)
  }
  // One after the other: a stop asks for its place, and the events after it must not overtake it.
  let shown = Promise.resolve()
  view.client.on('debug_event', (event) => {
    shown = shown.then(() => showEvent(view, event, above))
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
  keyboard.close()
  return EXIT.done
}

/** Events after which the prompt says something else. */
const MOVES: ReadonlySet<string> = new Set(['stopped', 'continued', 'exited', 'ended'])

/** Prints what happened; a stop with its place and the watched expressions. */
export async function showEvent(view: ViewContext, event: DebugEvent, above: (text: string) => void): Promise<void> {
  const text = describeEvent(event, event.type === 'stopped' ? await placeOf(view, event.thread_id) : undefined)
  if (text !== undefined) above(text)
  if (event.type !== 'stopped') return
  for (const expression of view.watches) {
    await showExpression({ ...view, print: (value) => above(`${expression} = ${value}`) }, expression).catch(
      () => undefined,
    )
  }
}

/** Where a stopped thread stands; undefined where the program has gone on since. */
async function placeOf(view: ViewContext, thread: number | undefined): Promise<FrameRow | undefined> {
  const params = { max_frames: 1, ...(thread === undefined ? {} : { thread_id: thread }) }
  const stack = await call<{ frames: FrameRow[] }>(view, 'stacktrace_get', params).catch(() => undefined)
  return stack?.frames[0]
}
