import { toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { evaluateAsAllowed } from '../variables/evaluate-as-allowed.js'
import { findFrame, type FrameSpec } from '../stop/find-frame.js'
import { cut } from '../text/cut.js'

const NUMBER = /^(0x[0-9a-f]+|\d+)$/i

/**
 * The address that a caller means: a number as it is, else the value of an expression in the frame. A path only reads;
 * another expression needs the operator role, as in evaluate.
 * @throws ToolError INVALID_ADDRESS, FORBIDDEN, NOT_PAUSED, INVALID_FRAME
 */
export async function addressOf(on: SessionCall, address: string, spec: FrameSpec): Promise<bigint> {
  const text = address.trim()
  if (NUMBER.test(text)) return BigInt(text)
  const { frame } = await findFrame(on, spec)
  const evaluated = await evaluateAsAllowed(on, { expression: text, frameId: frame.id, mayChange: true })
  if (evaluated.kind !== 'value') {
    const reason = evaluated.kind === 'failed' ? evaluated.reason : evaluated.thrown.message
    throw toolError('INVALID_ADDRESS', { address, reason })
  }
  const { memoryReference, value } = evaluated.value
  const found = /0x[0-9a-f]+/i.exec(memoryReference ?? value)?.[0]
  if (found === undefined)
    throw toolError('INVALID_ADDRESS', { address, reason: `its value is ${cut(value, 80).text}` })
  return BigInt(found)
}

export const hexAddress = (address: bigint): string => `0x${address.toString(16)}`
