import { escapeJson } from '@dapplex/protocol/plain'
import { noStyles, type OpenStyles } from './colours.js'
import { escapeOutput, escapeOutputPlain } from './escape-text.js'
import { isColouredOutput } from './paint.js'

type Stream = 'stdout' | 'stderr'

const harmless = (text: string, stream: Stream = 'stdout', open?: OpenStyles): string =>
  isColouredOutput(stream) ? escapeOutput(text, open) : escapeOutputPlain(text)

/**
 * The command writes to a terminal only here. Whatever these are given, the terminal gets text, line ends, tabs and, where it
 * shows them, colours, which end with the text. A caller escapes names and values by `shown`, so that they bring no colours and no lines of their own.
 */
export function print(text: string): void {
  process.stdout.write(`${harmless(text)}\n`)
}

/** A message for the person, on standard error: standard output is for results. */
export function printMessage(text: string): void {
  process.stderr.write(`${harmless(text, 'stderr')}\n`)
}

/** The colours that the program has left on, in each stream: its next piece goes on with them. */
const left: Readonly<Record<Stream, OpenStyles>> = { stdout: noStyles(), stderr: noStyles() }

/** What a program wrote, on the stream on which it wrote it: a terminal gets text and colours only, anything else every byte. */
export function printProgramOutput(text: string, stream: Stream): void {
  const { [stream]: to } = process
  to.write(to.isTTY ? harmless(text, stream, left[stream]) : text)
}

/** A value as JSON on standard output, indented or on one line. */
export function printJson(value: unknown, form: 'indented' | 'line' = 'indented'): void {
  process.stdout.write(`${jsonText(value, form)}\n`)
}

/** A failure as JSON on standard error. */
export function printJsonFailure(value: unknown, form: 'indented' | 'line'): void {
  process.stderr.write(`${jsonText(value, form)}\n`)
}

const jsonText = (value: unknown, form: 'indented' | 'line') =>
  escapeJson(JSON.stringify(value, null, form === 'indented' ? 2 : 0))

/**
 * Prints in place of the line that is being typed; the caller shows that line again. `rows` is how many rows of the terminal
 * lie between the first row of that line and the cursor: as many are left free, since readline goes up by them.
 */
export function printOverPrompt(text: string, rows = 0): void {
  const up = rows === 0 ? '' : `\u001b[${rows}A`
  process.stdout.write(`${up}\r\u001b[J${harmless(text)}\n${'\n'.repeat(rows)}`)
}

/** Clears the terminal and prints from its upper left corner. */
export function printFullScreen(text: string): void {
  process.stdout.write(`\u001b[H\u001b[J${harmless(text)}\n`)
}

/** Where commander prints its help and its usage errors, which repeat what was typed. */
export const toTerminal = {
  writeOut: (text: string): void => print(text.trimEnd()),
  writeErr: (text: string): void => printMessage(text.trimEnd()),
}
