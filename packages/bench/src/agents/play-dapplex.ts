import { isJsonObject, listIn, type JsonObject } from '@dapplex/protocol'
import { missingIn, type Case, type Round } from './cases.js'
import { objectIn, type McpPlayer } from './mcp-player.js'
import { lineOf, type Program } from './programs.js'
import type { Proof } from './proof.js'

/** One call for each round: a launch, whose answer is the stop with its values, or the trace of a function. */
export async function playDapplex(player: McpPlayer, { rounds }: Case, program: Program): Promise<Proof> {
  const proof: Proof = { missing: [], lines: [] }
  const sessions: string[] = []
  for (const round of rounds) {
    const { traced } = round
    const text =
      traced === undefined
        ? await player.call('debug_launch', launchOf(round, program))
        : await player.call('trace_run', { ...startOf(program), functions: [traced] })
    const answer = objectIn(text)
    const sessionId = answer['session_id']
    if (typeof sessionId === 'string') sessions.push(sessionId)
    proof.lines.push(traced === undefined ? lineIn(answer) : lastLineIn(answer))
    const seen = [text]
    for (const expression of round.ask) {
      if (missingIn(seen.join('\n'), round).length === 0) break
      const value = await player.call('evaluate', { expression, session_id: sessionId })
      seen.push(`${expression} = ${String(objectIn(value)['result'])}`)
    }
    proof.missing.push(...missingIn(seen.join('\n'), round))
  }
  const spent = player.takeSpent()
  for (const session_id of sessions) await player.call('debug_disconnect', { session_id, terminate: true })
  player.takeSpent()
  return { ...proof, spent }
}

const startOf = ({ program, args }: Program) => ({ program, ...(args.length === 0 ? {} : { args }) })

/** A line without a file is one of the program, if that is a source file. */
function launchOf({ mark, condition }: Round, { source, program, args }: Program) {
  if (mark === undefined) return startOf({ source, program, args })
  const file = source === program ? {} : { file: source }
  const at = { ...file, line: lineOf(source, mark), ...(condition === undefined ? {} : { condition }) }
  return { ...startOf({ source, program, args }), breakpoints: [at] }
}

/** Where the user's code stands: for an exception, where it was raised. */
function lineIn({ location, exception }: Record<string, unknown>): number | undefined {
  const raised = isJsonObject(exception) ? exception['raised_at'] : undefined
  const place = raised ?? location
  return isJsonObject(place) && typeof place['line'] === 'number' ? place['line'] : undefined
}

/** The line of the last step of a trace that changed something. */
function lastLineIn(answer: JsonObject): number | undefined {
  const steps = listIn(answer, 'calls').at(-1)?.['steps']
  const last: unknown = Array.isArray(steps) ? steps.at(-1) : undefined
  const line = typeof last === 'string' ? /^line (\d+):/.exec(last)?.[1] : undefined
  return line === undefined ? undefined : Number(line)
}
