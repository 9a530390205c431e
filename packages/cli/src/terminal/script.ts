import { createInterface } from 'node:readline'
import { ToolError } from '@dapplex/protocol'
import { printJson } from '../output/print.js'
import { runCommandLine, runLine } from './run-command-line.js'
import { describeFailure, ViewUsageError, type ViewContext, withCalls } from './view-context.js'

export interface ScriptSpec {
  /** Undefined: lines of standard input, each run when it comes. */
  readonly commands: readonly string[] | undefined
  readonly keepGoing: boolean
  readonly json: boolean
}

/** Runs commands one after the other, up to the first that fails unless told to keep going. Returns whether all worked. */
export async function runScript(view: ViewContext & { hasLeft(): boolean }, spec: ScriptSpec): Promise<boolean> {
  const run = spec.json ? runAsJson : runCommandLine
  let allWorked = true
  for await (const line of spec.commands ?? createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    allWorked = (await run(view, line)) && allWorked
    if (view.hasLeft() || (!allWorked && !spec.keepGoing)) break
  }
  return allWorked
}

/** One JSON object a command, on standard output also for a failure. Returns whether the command worked. */
async function runAsJson(view: ViewContext, line: string): Promise<boolean> {
  const lines: string[] = []
  let result: Record<string, unknown> | undefined
  const recorded = withCalls(view, async (method, params) => (result = await view.client.call(method, params)))
  try {
    await runLine({ ...recorded, print: (text) => void lines.push(text) }, line)
    printJson(
      { command: line, success: true, ...(result === undefined ? {} : { result }), text: lines.join('\n') },
      'line',
    )
    return true
  } catch (error) {
    printJson({ command: line, success: false, error: failureOf(error) }, 'line')
    return false
  }
}

/** An error of the surface as it is; of the view its sentence, and USAGE for a line that was typed wrongly. */
function failureOf(error: unknown): object {
  if (error instanceof ToolError) return error.wire
  const type = error instanceof ViewUsageError ? 'USAGE' : 'FAILED'
  return { message: describeFailure(error), data: { type } }
}
