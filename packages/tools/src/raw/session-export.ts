import { Buffer } from 'node:buffer'
import { surface, toolError } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'

export const sessionExport = implement(surface.session_export, async (params, call) => {
  const { session } = call.on(params.session_id)
  const recording = await session.recording()
  if (recording === undefined) {
    const data = { capability: 'session_export', adapter: session.adapter.title }
    throw toolError('UNSUPPORTED', data, 'This daemon keeps no journals ("journal": "off" in dapplex.jsonc)')
  }
  const { lines, incomplete } = recording
  const part = firstBytes(lines.slice(params.start), params.max_bytes)
  const end = params.start + part.length
  const isCut = end < lines.length
  return present({
    format: 'ndjson' as const,
    text: part.map((line) => `${line}\n`).join(''),
    lines: part.length,
    total_lines: lines.length,
    next: isCut ? end : undefined,
    truncated: isCut ? (true as const) : undefined,
    incomplete,
  })
})

/** As many whole lines as fit, but at least one. */
function firstBytes(lines: readonly string[], most: number): readonly string[] {
  let bytes = 0
  const tooMany = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > most)
  return tooMany === -1 ? lines : lines.slice(0, Math.max(1, tooMany))
}
