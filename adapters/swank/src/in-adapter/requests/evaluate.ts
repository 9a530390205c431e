import type { Arguments } from '../dap/arguments.js'
import { RequestFailure } from '../dap/failure.js'
import type { FramePlace } from '../session/references.js'
import type { Handlers, Shim } from '../session/shim.js'
import { leftDebugger } from '../swank/helper.js'
import { valueFields } from './values.js'
import type { ValueFacts } from './values.js'
import { frameOf } from './variables.js'

interface Evaluated extends ValueFacts {
  readonly values: readonly string[]
}
interface EvaluationError {
  readonly error: true
  readonly message: string
  readonly type: string
}

export function evaluateHandlers(shim: Shim): Handlers {
  return {
    evaluate: async (args) => {
      const expression = args.text('expression')
      const frame = frameOf(shim, args)
      if (args.textOr('context') === 'repl' && !frame && shim.input.waiting) {
        shim.input.give(`${expression}\n`)
        return { result: '', variablesReference: 0 }
      }
      const facts = await evaluate(shim, args, expression)
      return {
        result: args.textOr('context') === 'repl' && facts.values.length > 1 ? facts.values.join('\n') : facts.value,
        ...valueFields(shim, facts, { ...(frame ? { frame } : {}), expression }),
      }
    },
    /** Ends what the image does for the request. A progress has no evaluation: there is nothing to cancel. */
    cancel: (args) => {
      const seq = args.intOr('requestId')
      if (seq !== undefined) shim.helper.cancel(seq)
    },
    setExpression: async (args) => {
      const expression = args.text('expression')
      const frame = frameOf(shim, args)
      const facts = await evaluate(shim, args, `(cl:setf ${expression} ${args.text('value')})`)
      return { value: facts.value, ...valueFields(shim, facts, { ...(frame ? { frame } : {}), expression }) }
    },
  }
}

type Outcome = Evaluated | EvaluationError

/** What `evaluate` answers when its code invoked a restart, or left the debugger otherwise: it worked, and has no value. */
const wentOn: Evaluated = {
  value: '; the thread went on',
  values: [],
  type: 'values',
  kind: 'values',
  expandable: false,
}

async function evaluateInFrame(shim: Shim, { thread, level, index }: FramePlace, expression: string): Promise<Outcome> {
  try {
    return await shim.helper.call<Outcome>('evaluate', [level, index, expression], { place: thread, timeoutMs: 0 })
  } catch (error) {
    if (leftDebugger(error)) return wentOn
    throw error
  }
}

/** Evaluates in the frame of the request, else in a thread of its own. Errors: EVAL_FAILED. */
async function evaluate(shim: Shim, args: Arguments, expression: string): Promise<Evaluated> {
  const frame = frameOf(shim, args)
  const result = await (frame
    ? evaluateInFrame(shim, frame, expression)
    : shim.helper.call<Outcome>('evaluate-globally', [expression, args.textOr('package') ?? null], { timeoutMs: 0 }))
  if ('error' in result) {
    const bare = result.type.slice(result.type.lastIndexOf(':') + 1)
    throw new RequestFailure('EVAL_FAILED', result.message, {
      kind: 'exception',
      exception_type: result.type,
      dapplexThrown: bare,
      message: result.message,
      ...(bare === result.type ? {} : { typeFull: result.type }),
    })
  }
  return result
}
