import { existsSync } from 'node:fs'
import { countIn, listIn, objectIn, textIn } from '@dapplex/protocol'
import type { JsonObject } from '@dapplex/protocol/dap'
import type { RecordedSource } from '@dapplex/recording'
import type { RecordedAnswer } from '../recording/recording.js'

/** Stands for each line that was not recorded. */
const UNRECORDED = '…'

/** The lines of source that a recording carries, as an adapter gives them (DAP, `source`), for files that are not on this machine. */
export class FlightSources {
  readonly #sources: readonly RecordedSource[]

  constructor(sources: Iterable<RecordedSource>) {
    this.#sources = [...sources].filter(({ path }) => !existsSync(path))
  }

  /** Frames in these files say that their source is asked for (DAP, `Source.sourceReference`). */
  refer(answer: RecordedAnswer): RecordedAnswer {
    const { body } = answer
    if (this.#sources.length === 0 || body === undefined) return answer
    return {
      ...answer,
      body: { ...body, stackFrames: listIn(body, 'stackFrames').map((frame) => this.#referred(frame)) },
    }
  }

  /** Undefined for a file whose lines the recording does not have. */
  answer(args: JsonObject): RecordedAnswer | undefined {
    const path = textIn(objectIn(args, 'source') ?? {}, 'path')
    const reference = countIn(args, 'sourceReference') ?? 0
    const source = this.#sources[reference - 1] ?? this.#sources.find((one) => one.path === path)
    return source === undefined ? undefined : { success: true, body: { content: contentOf(source) } }
  }

  #referred(frame: JsonObject): JsonObject {
    const source = objectIn(frame, 'source')
    const path = source === undefined ? undefined : textIn(source, 'path')
    const at = this.#sources.findIndex((one) => one.path === path)
    return at < 0 ? frame : { ...frame, source: { ...source, sourceReference: at + 1 } }
  }
}

/** Each line has its own number; after the last one that was recorded, one line stands for the rest. */
function contentOf({ pieces, total }: RecordedSource): string {
  const lines: string[] = []
  for (const piece of pieces) {
    while (lines.length < piece.first - 1) lines.push(UNRECORDED)
    lines.push(...piece.lines)
  }
  if (lines.length < total) lines.push(UNRECORDED)
  return lines.join('\n')
}
