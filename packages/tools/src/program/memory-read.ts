import { countIn, surface, textIn, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { demandPaused } from '../stop/paused-thread.js'
import { addressOf, hexAddress } from './address.js'
import { runConsole } from './console-command.js'

const MOST_BYTES = 65_536
const CAPABILITY = 'supportsReadMemoryRequest'

interface Read {
  readonly bytes: Buffer
  readonly address: bigint
  readonly unreadable?: number | undefined
}

export const memoryRead = implement(surface.memory_read, async (params, call) => {
  const { count } = params
  if (count > MOST_BYTES) throw toolError('SIZE_EXCEEDED', { size: count, maximum: MOST_BYTES })
  const on = call.on(params.session_id)
  const read = readerOf(on)
  demandPaused(on)
  const start = (await addressOf(on, params.address, params)) + BigInt(params.offset)
  const reason = 'with the offset, the address is below zero'
  if (start < 0n) throw toolError('INVALID_ADDRESS', { address: params.address, reason })
  const { bytes, address, unreadable } = await read(on, start, count)
  if (bytes.length === 0)
    throw toolError('MEMORY_READ_FAILED', { address: hexAddress(start), reason: 'no byte at this address can be read' })
  return present({
    address: hexAddress(address),
    bytes: bytes.toString('hex'),
    count: bytes.length,
    text: bytes.toString('latin1').replace(/[^ -~]/g, '.'),
    unreadable: unreadable === 0 ? undefined : unreadable,
  })
})

/** @throws ToolError UNSUPPORTED */
function readerOf(on: SessionCall): typeof readByRequest {
  if (on.can(CAPABILITY, 'readMemory')) return readByRequest
  if (on.traits.console.readMemory !== undefined) return readByConsole
  throw toolError('UNSUPPORTED', { capability: CAPABILITY, adapter: on.session.adapter.title })
}

async function readByRequest(on: SessionCall, start: bigint, count: number): Promise<Read> {
  const address = hexAddress(start)
  const body = await on.ask('readMemory', { memoryReference: address, offset: 0, count }, (reason) =>
    toolError('MEMORY_READ_FAILED', { address, reason }),
  )
  const first = textIn(body, 'address')
  const bytes = Buffer.from(textIn(body, 'data') ?? '', 'base64')
  return { bytes, address: first === undefined ? start : BigInt(first), unreadable: countIn(body, 'unreadableBytes') }
}

async function readByConsole(on: SessionCall, start: bigint, count: number): Promise<Read> {
  const address = hexAddress(start)
  const printed = await runConsole(on, on.traits.console.readMemory ?? '', { address, count: String(count) })
  if (printed.kind === 'failed') throw toolError('MEMORY_READ_FAILED', { address, reason: printed.reason })
  const digits = [...printed.text.matchAll(/^0x[0-9a-f]+:((?: 0x[0-9a-f]{2})+)/gim)].map(([, row = '']) =>
    row.replaceAll(' 0x', ''),
  )
  const bytes = Buffer.from(digits.join(''), 'hex')
  return { bytes, address: start, unreadable: count - bytes.length }
}
