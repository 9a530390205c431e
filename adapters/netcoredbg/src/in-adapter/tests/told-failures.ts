import { isJsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { isBuiltElsewhere } from '../symbols/built-elsewhere.js'

/** Assertions that run code which has to throw: they catch what it throws. */
const CATCHERS =
  /^(Xunit\.(Assert|Record)\.(RecordException|Exception)|NUnit\.Framework\.(Assert\.(Throws|Catch)|Constraints\.ThrowsConstraint)|Microsoft\.VisualStudio\.TestTools\.UnitTesting\.Assert\.Throws)/

/** Types of failed assertions. */
const ASSERTION =
  /'(Xunit\.Sdk\.\w+|NUnit\.Framework\.\w*(Assertion|MultipleAssert)\w*|Microsoft\.VisualStudio\.TestTools\.UnitTesting\.\w+)'/

/** What an async method has thrown is thrown again where it is awaited: by the runtime itself. */
const RETHROWN = / in System\.Private\.CoreLib\.dll/

/** Which stops for exceptions a run of tests does not tell: one that a test expects, and the second one for the same assertion. */
export class ToldFailures {
  /** By thread: the assertion that has stopped it where it was thrown. */
  readonly #thrown = new Map<number, string>()

  /** @param frames the top of the stack of the thread that has stopped for an exception */
  isTold(body: Dap.StoppedEvent['body'], frames: readonly Dap.StackFrame[]): boolean {
    if (isExpected(frames)) return false
    const { text = '', threadId = 0 } = body
    const [, type] = ASSERTION.exec(text) ?? []
    const before = this.#thrown.get(threadId)
    const isUnhandled = text.includes('not handled in user code')
    this.#thrown.delete(threadId)
    if (type === undefined) return true
    if (RETHROWN.test(text)) return false
    if (isUnhandled) return before !== type
    this.#thrown.set(threadId, type)
    return true
  }
}

/** Whether code that such an assertion has called throws, and not the assertion itself. */
function isExpected(frames: readonly Dap.StackFrame[]): boolean {
  const catcher = frames.findIndex(({ name }) => CATCHERS.test(name))
  return frames
    .slice(0, Math.max(0, catcher))
    .some(({ source }) => source?.path !== undefined && !isBuiltElsewhere(source.path))
}

export const isStopForException = (event: Dap.Event): event is Dap.StoppedEvent =>
  event.event === 'stopped' && isJsonObject(event.body) && event.body['reason'] === 'exception'
