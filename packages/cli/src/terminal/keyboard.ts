import { start as startRepl, Recoverable, type REPLServer } from 'node:repl'
import { printOverPrompt } from '../output/print.js'
import { isOpenLine, joinLines } from './open-line.js'

export interface KeyboardSpec {
  readonly prompt: string
  /** Lines of earlier sessions; undefined keeps none. */
  readonly historyFile: string | undefined
  complete(line: string): Promise<[candidates: string[], part: string]>
  /** One command, its lines joined. The next one waits for it. */
  onCommand(line: string): Promise<void>
  /** Ctrl-C on an empty line. */
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
  let waiting = 0
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
      waiting += 1
      repl.setPrompt('')
      working = working
        .then(() => spec.onCommand(joinLines(line)))
        .finally(() => {
          waiting -= 1
          // A prompt would open the input again.
          if (isClosed) return
          if (waiting === 0) repl.setPrompt(prompt)
          done(null, undefined)
        })
    },
  })
  forgetOwnCommands(repl)
  repl.removeAllListeners('SIGINT')
  repl.on('SIGINT', () => {
    if (!isHalfTyped(repl) && !isContinued) return spec.onInterrupt()
    dropLine(repl)
    if (isContinued) repl.displayPrompt()
    isContinued = false
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
      repl.prompt(true)
    },
    setPrompt: (next) => {
      prompt = next
      if (waiting > 0 || isClosed) return
      repl.setPrompt(prompt)
      repl.prompt(true)
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
