import { textIn } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { failureText } from '../call/dap-failure.js'

/** The text that a console command printed, or why the command failed. */
export type Printed =
  { readonly kind: 'printed'; readonly text: string } | { readonly kind: 'failed'; readonly reason: string }

/** Runs a command of the adapter's console with its placeholders filled in (`traits.console`). */
export async function runConsole(
  on: SessionCall,
  template: string,
  values: Readonly<Record<string, string>>,
): Promise<Printed> {
  const expression = template.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  const answer = await on.send('evaluate', { expression, context: 'repl' })
  if (!answer.success) return { kind: 'failed', reason: failureText(answer) }
  const text = textIn(answer.body, 'result') ?? ''
  const error = /^error: (.*)$/m.exec(text)?.[1]
  return error === undefined ? { kind: 'printed', text } : { kind: 'failed', reason: error }
}
