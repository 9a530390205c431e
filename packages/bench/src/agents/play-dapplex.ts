import { isJsonObject } from '@dapplex/protocol'
import { missingIn, type Case, type Round } from './cases.js'
import { objectIn, type McpPlayer } from './mcp-player.js'
import { lineOf, type Program } from './programs.js'
import type { Proof } from './proof.js'

/** A program of .NET or Lisp may take long to start on a busy machine. The answer comes at its first stop. */
const PATIENT = { timeout_ms: 200_000, wait_ms: 100_000 }

/** One launch for each round. Its answer is the stop with its values; members come with detail `full`. */
export async function playDapplex(player: McpPlayer, { rounds }: Case, program: Program): Promise<Proof> {
  const proof: Proof = { missing: [], lines: [] }
  const sessions: string[] = []
  for (const round of rounds) {
    const text = await player.call('debug_launch', launchOf(round, program))
    const answer = objectIn(text)
    const sessionId = answer['session_id']
    if (typeof sessionId === 'string') sessions.push(sessionId)
    proof.lines.push(lineIn(answer))
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

function launchOf({ mark, condition, isInside }: Round, { source, program, args }: Program) {
  const at = mark === undefined ? [] : [{ file: source, line: lineOf(source, mark), condition }]
  return {
    program,
    ...(args.length === 0 ? {} : { args }),
    ...(at.length === 0 ? {} : { breakpoints: at }),
    ...(isInside === true ? { detail: 'full', max_bytes: 2000 } : {}),
    ...PATIENT,
  }
}

/** Where the user's code stands: for an exception, where it was raised. */
function lineIn({ location, exception }: Record<string, unknown>): number | undefined {
  const raised = isJsonObject(exception) ? exception['raised_at'] : undefined
  const place = raised ?? location
  return isJsonObject(place) && typeof place['line'] === 'number' ? place['line'] : undefined
}
