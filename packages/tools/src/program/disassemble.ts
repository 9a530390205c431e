import { countIn, type JsonObject, listIn, objectIn, surface, textIn, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import { addressOf, hexAddress } from './address.js'
import { runConsole } from './console-command.js'

const CAPABILITY = 'supportsDisassembleRequest'

interface Instruction {
  readonly address: string
  readonly instruction: string
  readonly bytes?: string
  readonly symbol?: string
  readonly file?: string
  readonly line?: number
  readonly is_current?: true
}

/** What to show. Without `address`: the instruction of the frame. */
interface Part {
  readonly address: string | undefined
  readonly current: string | undefined
  readonly count: number
}

export const disassemble = implement(surface.disassemble, async (params, call) => {
  const on = call.on(params.session_id)
  const show = shownBy(on)
  const { frame } = await findFrame(on, params)
  const current = frame.instruction
  const asked = params.address === undefined ? current : hexAddress(await addressOf(on, params.address, params))
  return { instructions: await show(on, { address: asked, current, count: params.count }) }
})

/** @throws ToolError UNSUPPORTED */
function shownBy(on: SessionCall): (on: SessionCall, part: Part) => Promise<Instruction[]> {
  if (on.can(CAPABILITY, 'disassemble')) return byRequest
  if (on.traits.console.disassemble !== undefined) return byConsole
  throw toolError('UNSUPPORTED', { capability: CAPABILITY, adapter: on.session.adapter.title })
}

async function byRequest(on: SessionCall, { address, current, count }: Part): Promise<Instruction[]> {
  if (address === undefined) throw noAddress()
  const args = {
    memoryReference: address,
    offset: 0,
    instructionOffset: 0,
    instructionCount: count,
    resolveSymbols: true,
  }
  const body = await on.ask('disassemble', args, (reason) => toolError('MEMORY_READ_FAILED', { address, reason }))
  const rows = listIn(body, 'instructions')
  let file: string | undefined
  return rows.map((row) => {
    // An instruction has a location only if it differs from the one before (DAP, "DisassembledInstruction").
    file = textIn(objectIn(row, 'location') ?? {}, 'path') ?? file
    return decodeRow(row, file, current)
  })
}

function decodeRow(row: JsonObject, file: string | undefined, current: string | undefined): Instruction {
  const address = textIn(row, 'address') ?? ''
  return present({
    address,
    instruction: textIn(row, 'instruction') ?? '',
    bytes: textIn(row, 'instructionBytes')?.replaceAll(' ', ''),
    symbol: textIn(row, 'symbol'),
    file,
    line: countIn(row, 'line'),
    is_current: current !== undefined && BigInt(current) === BigInt(address) ? (true as const) : undefined,
  })
}

const ROW = /^(->)?\s+(0x[0-9a-f]+)(?: <\+?\d+>)?:\s+((?:[0-9a-f]{2} )+)\s*(.*)$/i

async function byConsole(on: SessionCall, { address, count }: Part): Promise<Instruction[]> {
  const at = address ?? '$pc'
  const printed = await runConsole(on, on.traits.console.disassemble ?? '', { address: at, count: String(count) })
  if (printed.kind === 'failed') throw toolError('MEMORY_READ_FAILED', { address: at, reason: printed.reason })
  const symbol = /^(?:.*`)?(.+?)(?: \+ \d+)?:$/m.exec(printed.text)?.[1]
  return printed.text.split('\n').flatMap((text) => {
    const found = ROW.exec(text)
    if (found === null) return []
    const [, mark, place = '', bytes = '', instruction = ''] = found
    const isCurrent = mark === undefined ? undefined : (true as const)
    return [present({ address: place, instruction, bytes: bytes.replaceAll(' ', ''), symbol, is_current: isCurrent })]
  })
}

const noAddress = () => toolError('INVALID_ADDRESS', { address: 'the frame', reason: 'the adapter gives no address' })
