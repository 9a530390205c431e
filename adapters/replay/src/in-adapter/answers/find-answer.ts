import type { Recording } from '../recording/recording.js'
import { recorded, success, type Answer, type Question } from './answer.js'
import { answerEvaluate } from './evaluate.js'
import { answerExactly, exactAmong } from './exact.js'
import { answerStackTrace } from './stack-trace.js'
import { answerVariables } from './variables.js'

/** Facts about the program, not about a stop: an answer from any stop counts. */
const STOPLESS = new Set(['modules', 'loadedSources', 'source', 'breakpointLocations'])

/** What the recording answers to a request at a stop; `missing` if it has no answer. */
export function findAnswer(question: Question, recording: Recording): Answer {
  const { stop, command, args } = question
  if (stop.flight !== undefined) return recorded(stop.flight.answer(command, args))
  switch (question.command) {
    case 'threads':
      return success({ threads: [...question.stop.threads] })
    case 'stackTrace':
      return answerStackTrace(question)
    case 'variables':
      return answerVariables(question)
    case 'evaluate':
      return answerEvaluate(question)
    default:
      return STOPLESS.has(question.command) ? exactAmong(recording.exchanges, question) : answerExactly(question)
  }
}
