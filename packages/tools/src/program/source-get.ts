import { surface, textIn, toolError } from '@dapplex/protocol'
import type { z } from 'zod'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { failureText } from '../call/dap-failure.js'
import { present } from '../result/present.js'
import { readPlace } from '../past/at-stop.js'
import { findFrame } from '../stop/find-frame.js'
import { readLines, splitLines } from '../sources/local-file.js'
import { demandSource } from './demand-source.js'

type Params = z.output<typeof surface.source_get.params>

/** A text to show and the line to show it around. */
interface Wanted {
  readonly file?: string | undefined
  readonly name?: string | undefined
  readonly reference?: number | undefined
  readonly line: number | undefined
  /** Where the program stands in it. */
  readonly current?: number | undefined
}

export const sourceGet = implement(surface.source_get, async (params, call) => {
  const on = call.on(params.session_id)
  const wanted = await wantedSource(on, params)
  const lines = await textOf(on, wanted)
  const middle = wanted.line ?? 1
  const start = Math.max(1, middle - params.before)
  const end = Math.min(lines.length, middle + params.after)
  const file = wanted.file ?? wanted.name ?? ''
  if (middle > lines.length) throw toolError('INVALID_LINE', { file, line: middle, nearest_valid_line: lines.length })
  return present({
    file: wanted.file,
    name: wanted.name,
    start_line: start,
    end_line: end,
    total_lines: lines.length,
    lines: lines.slice(start - 1, end).map((text, index) => {
      const line = start + index
      return present({ line, text, is_current: line === wanted.current ? (true as const) : undefined })
    }),
  })
})

async function wantedSource(on: SessionCall, params: Params): Promise<Wanted> {
  const { file, source_reference: reference, line } = params
  if (reference !== undefined) return { reference, line }
  if (file !== undefined) return { file: await demandSource(on, file), line }
  const { frame } = await findFrame((await readPlace(on, undefined)).on, params)
  const { path, sourceName: name, sourceReference } = frame
  if (path === undefined && sourceReference === undefined) {
    const reason = 'the frame has no source; choose a frame with a file'
    throw toolError('INVALID_FILE', { file: frame.name, reason })
  }
  return { file: path, name, reference: sourceReference, line: line ?? frame.line, current: frame.line }
}

/** The adapter's text under a reference, else the file on this machine, else the adapter's text for the path. */
async function textOf(on: SessionCall, { file, name, reference }: Wanted): Promise<readonly string[]> {
  const shown = file ?? name ?? `source ${reference ?? ''}`
  const local = reference === undefined && file !== undefined ? await readLines(file) : undefined
  if (local !== undefined) return local
  const source = present({ path: file, name, sourceReference: reference ?? 0 })
  const answer = await on.send('source', { source, sourceReference: reference ?? 0 })
  const content = answer.success ? textIn(answer.body, 'content') : undefined
  if (content !== undefined) return splitLines(content)
  const reason = answer.success ? 'the adapter gave no text' : failureText(answer)
  throw toolError('INVALID_FILE', { file: shown, reason: `it is not on this machine, and: ${reason}` })
}
