import type { JsonObject } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { decodeText } from './describe-definition.js'

/** An expression of an adapter's definition, and the context in which the adapter cuts no value. */
interface DataExpression {
  readonly expression: string
  readonly frameId: number
  readonly context: string
}

/** Evaluates an expression whose value is base64 of JSON. Empty where it has failed. */
export async function evaluateData(on: SessionCall, asked: DataExpression): Promise<JsonObject> {
  const answer = await on.send('evaluate', { ...asked })
  return answer.success ? decodeText(answer.body['result']) : {}
}
