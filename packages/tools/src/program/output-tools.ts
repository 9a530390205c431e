import { Buffer } from 'node:buffer'
import { surface, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { programOver } from '../call/dap-failure.js'
import { implement } from '../call/tool.js'
import type { OutputPiece } from '../port/dap-session.js'
import { present } from '../result/present.js'

export const outputGet = implement(surface.output_get, async (params, call) => {
  const { session } = call.on(params.session_id)
  const { pieces, next, dropped } = session.output(params.since, params.tree ? 'tree' : 'own')
  const taken = take(pieces, params)
  return Promise.resolve(
    present({
      output: taken.pieces.map(({ session: session_id, ...piece }) => present({ ...piece, session_id })),
      next: taken.next ?? next,
      dropped: dropped > 0 ? dropped : undefined,
      truncated: taken.next === undefined ? undefined : (true as const),
    }),
  )
})

/** Pieces of the wanted category, up to a number of bytes. Neighbours of one category are joined. `next` is set if pieces are left. */
function take(
  pieces: readonly OutputPiece[],
  { category, max_bytes: most }: { readonly category?: string | undefined; readonly max_bytes: number },
): { readonly pieces: OutputPiece[]; readonly next?: number } {
  const taken: OutputPiece[] = []
  let left = most
  for (const piece of pieces) {
    if (category !== undefined && piece.category !== category) continue
    const bytes = Buffer.byteLength(piece.text)
    if (bytes > left) {
      const text = firstBytes(piece.text, left)
      if (text !== '') append(taken, { ...piece, text })
      return { pieces: taken, next: piece.offset + Buffer.byteLength(text) }
    }
    append(taken, piece)
    left -= bytes
  }
  return { pieces: taken }
}

function append(taken: OutputPiece[], piece: OutputPiece): void {
  const last = taken.at(-1)
  const follows = last !== undefined && last.offset + Buffer.byteLength(last.text) === piece.offset
  if (follows && last.category === piece.category && last.session === piece.session)
    taken[taken.length - 1] = { ...last, text: last.text + piece.text }
  else taken.push(piece)
}

/** As many whole characters as fit into `most` bytes of UTF-8. */
function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  let end = most
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end).toString('utf8')
}

const NO_INPUT =
  'runs the program without a standard input that dapplex holds: start the program in a terminal, type its input there, and attach to it (debug_attach)'

export const inputSend = implement(surface.input_send, async (params, call) => {
  const on = call.on(params.session_id)
  const { session } = on
  if (on.view.phase === 'ended') throw programOver('The program has ended: nothing reads its input any more')
  if (await giveInput(on, params)) return { success: true as const, bytes: Buffer.byteLength(params.text) }
  const data = { capability: 'standard input', adapter: session.adapter.title }
  throw toolError('UNSUPPORTED', data, `${data.adapter} ${NO_INPUT}`)
})

/** Sends it to the adapter if it holds the input (`dapplex_input {text, eof?}`), else to the stream that the daemon holds. */
async function giveInput(
  on: SessionCall,
  { text, eof = false }: { readonly text: string; readonly eof?: boolean | undefined },
): Promise<boolean> {
  if (!on.serves('dapplex_input')) return on.session.sendInput(text, eof)
  return (await on.send('dapplex_input', { text, ...(eof ? { eof } : {}) })).success
}
