import { start as startRepl, Recoverable, type REPLServer } from 'node:repl'
import { printOverPrompt } from '../output/print.js'
import { HistorySearch } from './history-search.js'
import { isOpenLine, joinLines } from './open-line.js'

export interface KeyboardSpec {
  readonly prompt: string
  /** Lines of earlier sessions; undefined keeps none. */
  readonly historyFile: string | undefined
  complete(line: string): Promise<[candidates: string[], part: string]>
  /** One command, its lines joined. The next one waits for it. Ctrl-C aborts the signal, also before the command has begun. */
  onCommand(line: string, signal: AbortSignal): Promise<void>
  /** Ctrl-C has dropped so many commands that waited, as those of a paste. */
  onDropped(count: number): void
  /** Ctrl-C on an empty line, while no command runs. */
  onInterrupt(): void
  /** Ctrl-D, or the terminal is gone. */
  onEnd(): void
}

/** The line that a person types, with what others do above it. */
export interface Keyboard {
  /** Prints above the half-typed line, which stays as it is. */
  readonly above: (text: string) => void
  readonly setPrompt: (prompt: string) => void
  readonly ask: (question: string) => Promise<string>
  /** Whether the terminal stood at the prompt: what follows needs a line of its own. */
  readonly close: () => boolean
}

/**
 * Reads lines from the terminal. Node's own read-evaluate-print loop gives history over sessions, a search in it (Ctrl-R), and
 * commands of several lines; nothing is evaluated here.
 */
export async function openKeyboard(spec: KeyboardSpec): Promise<Keyboard> {
  let working: Promise<void> = Promise.resolve()
  // There is a prompt only while no command runs: what is pressed then means the line.
  let { prompt } = spec
  /** The command that runs and those that wait for it: Enter and Ctrl-C may come in one read. */
  const commands = new Set<AbortController>()
  const dropped = new WeakSet<AbortController>()
  let isClosed = false
  /** A command of several lines has begun. */
  let isContinued = false
  const repl = startRepl({
    prompt: spec.prompt,
    terminal: true,
    preview: false,
    useColors: false,
    useGlobal: true,
    ignoreUndefined: true,
    completer: (line: string, done: (error: null, completion: [string[], string]) => void) =>
      void spec.complete(line).then((completion) => done(null, completion)),
    eval: (text, ...[, , done]) => {
      const line = text.replace(/\n$/, '')
      isContinued = isOpenLine(line) && !line.endsWith('\n')
      if (isContinued) return done(new Recoverable(new SyntaxError()), undefined)
      const command = new AbortController()
      commands.add(command)
      repl.setPrompt('')
      working = working
        .then(() => (dropped.has(command) ? undefined : spec.onCommand(joinLines(line), command.signal)))
        .finally(() => {
          commands.delete(command)
          // A prompt would open the input again.
          if (isClosed) return
          if (commands.size === 0) repl.setPrompt(prompt)
          done(null, undefined)
        })
    },
  })
  forgetOwnCommands(repl)
  const search = new HistorySearch(repl)
  const drawPrompt = () => {
    repl.prompt(true)
    search.redraw()
  }
  repl.removeAllListeners('SIGINT')
  const dropTyped = () => {
    dropLine(repl)
    if (isContinued) repl.displayPrompt()
    isContinued = false
  }
  repl.on('SIGINT', () => {
    const [running, ...waiting] = [...commands].filter((command) => !dropped.has(command))
    const isTyped = isHalfTyped(repl) || isContinued
    if (isTyped) dropTyped()
    // The rest of a paste is no line of its own.
    if (isTyped && waiting.length === 0) return
    if (running === undefined) spec.onInterrupt()
    running?.abort()
    for (const command of waiting) dropped.add(command)
    if (waiting.length > 0) spec.onDropped(waiting.length)
  })
  repl.on('exit', () => {
    isClosed = true
    spec.onEnd()
  })
  if (spec.historyFile !== undefined) await readHistory(repl, spec.historyFile)
  return {
    above: (text) => {
      if (isClosed) return
      const { rows } = repl.getCursorPos()
      printOverPrompt(text, rows)
      drawPrompt()
    },
    setPrompt: (next) => {
      prompt = next
      if (commands.size > 0 || isClosed) return
      repl.setPrompt(prompt)
      drawPrompt()
    },
    ask: (question) => new Promise((resolve) => repl.question(question, resolve)),
    close: () => {
      const hasPrompt = !isClosed
      isClosed = true
      repl.close()
      return hasPrompt
    },
  }
}

/** `.exit` and the like belong to JavaScript; a line that begins with a dot is a command of the view like any other. */
function forgetOwnCommands(repl: REPLServer): void {
  for (const name of Object.keys(repl.commands)) Reflect.deleteProperty(repl.commands, name)
}

const isHalfTyped = (repl: REPLServer): boolean => repl.line !== ''

function dropLine(repl: REPLServer): void {
  repl.clearBufferedCommand()
  repl.write(null, { ctrl: true, name: 'e' })
  repl.write(null, { ctrl: true, name: 'u' })
}

/** A history that cannot be read or written is no reason not to start: there is none then. */
const readHistory = (repl: REPLServer, file: string): Promise<void> =>
  new Promise((resolve) => repl.setupHistory(file, () => resolve()))
