import type { JsonObject } from '@dapplex/protocol/dap'
import type { Exchange } from '../recording/recording.js'
import { asked, succeeded } from './asked.js'
import { listed, missing, recorded, success, type Answer, type Question } from './answer.js'
import { countIn, objectsIn } from './read-body.js'
import { mergePages, type Page } from './span.js'

/**
 * The stack of a thread, put together from every recorded part of it, then cut to the range asked for. `totalFrames` is what
 * is recorded, so that no client asks for frames that are not.
 */
export function answerStackTrace(question: Question): Answer {
  const { args } = question
  const exchanges = asked(question)
  const ofThread = exchanges.filter((exchange) => exchange.args['threadId'] === args['threadId'])
  const pages = ofThread.filter(succeeded).map(({ args, answer }): Page => {
    return { start: countIn(args, 'startFrame'), items: objectsIn(answer.body, 'stackFrames') }
  })
  const refused = ofThread.find((exchange) => !succeeded(exchange))
  if (pages.length === 0 && refused !== undefined) return recorded(refused.answer)
  if (pages.length === 0) return missing(`stacks of threads: ${listed(threadsOf(exchanges.filter(succeeded)))}`)
  const frames = fromTheTop(pages)
  const start = countIn(args, 'startFrame')
  const levels = countIn(args, 'levels')
  return success({
    stackFrames: frames.slice(start, levels > 0 ? start + levels : undefined),
    totalFrames: frames.length,
  })
}

/** Frames without a gap from the first on; a stack of which only deeper frames are recorded starts with those. */
function fromTheTop(pages: readonly Page[]): JsonObject[] {
  const sorted = [...mergePages(pages)].sort(([a], [b]) => a - b)
  const first = sorted[0]?.[0] ?? 0
  return sorted.filter(([index], position) => index === first + position).map(([, frame]) => frame)
}

const threadsOf = (exchanges: readonly Exchange[]): string[] => exchanges.map(({ args }) => String(args['threadId']))
