import { escapeJson } from '@dapplex/protocol'
import { escapeOutput } from './escape-text.js'

/**
 * The command writes to a terminal only here. Whatever these are given, the terminal gets text, line ends, tabs and
 * colours. A caller escapes names and values by `shown`, so that they bring no colours and no lines of their own.
 */
export function print(text: string): void {
  process.stdout.write(`${escapeOutput(text)}\n`)
}

/** A message for the person, on standard error: standard output is for results. */
export function printMessage(text: string): void {
  process.stderr.write(`${escapeOutput(text)}\n`)
}

/** What a program wrote, on the stream on which it wrote it: a terminal gets text and colours only, anything else every byte. */
export function printProgramOutput(text: string, stream: 'stdout' | 'stderr'): void {
  const { [stream]: to } = process
  to.write(to.isTTY ? escapeOutput(text) : text)
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
  process.stdout.write(`${up}\r\u001b[J${escapeOutput(text)}\n${'\n'.repeat(rows)}`)
}

/** Clears the terminal and prints from its upper left corner. */
export function printFullScreen(text: string): void {
  process.stdout.write(`\u001b[H\u001b[J${escapeOutput(text)}\n`)
}

/** Where commander prints its help and its usage errors, which repeat what was typed. */
export const toTerminal = {
  writeOut: (text: string): void => print(text.trimEnd()),
  writeErr: (text: string): void => printMessage(text.trimEnd()),
}
