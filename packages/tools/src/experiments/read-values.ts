import type { SessionCall } from '../call/call.js'
import { readStack } from '../stop/read-stack.js'
import { cut } from '../text/cut.js'
import { collectionText } from '../variables/collection-text.js'
import { evaluateIn } from '../variables/evaluate-in.js'

/** A value as text, or why there is none. */
export type ReadValue = string | { readonly error: string }

const LONGEST_VALUE = 120

/** Reads expressions in the top frame of a thread, all at once. What an expression throws is its value. */
export async function readValues(
  on: SessionCall,
  threadId: number,
  expressions: readonly string[],
): Promise<ReadValue[]> {
  if (expressions.length === 0) return []
  const { frames } = await readStack(on, { threadId, start: 0, count: 1 })
  const [frame] = frames
  if (frame === undefined) return expressions.map(() => ({ error: 'there is no frame' }))
  return Promise.all(expressions.map((expression) => readValue(on, expression, frame.id)))
}

/** The caller asks for the expression, so it may run code of the program. */
export async function readValue(on: SessionCall, expression: string, frameId: number): Promise<ReadValue> {
  const evaluated = await evaluateIn(on, { expression, frameId, context: 'watch' })
  switch (evaluated.kind) {
    case 'value':
      return cut(await collectionText(on, evaluated.value), LONGEST_VALUE).text
    case 'thrown':
      return {
        error: cut(`${evaluated.thrown.type}: ${evaluated.thrown.message}`, LONGEST_VALUE).text,
      }
    case 'failed':
      return { error: cut(evaluated.reason, LONGEST_VALUE).text }
  }
}
