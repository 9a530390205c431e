import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** Assertions that run code which has to throw: they catch what it throws. */
const CATCHERS =
  /^(Xunit\.(Assert|Record)\.(RecordException|Exception)|NUnit\.Framework\.Assert\.(Throws|Catch|That)|Microsoft\.VisualStudio\.TestTools\.UnitTesting\.Assert\.Throws)/

/** Types of failed assertions. */
const ASSERTION = /'(Xunit\.Sdk\.\w+|NUnit\.Framework\.\w*(Assertion|MultipleAssert)\w*|Microsoft\.VisualStudio\.TestTools\.UnitTesting\.\w+)'/

/** Which stops for exceptions a run of tests does not tell: one that a test expects, and the second one for the same assertion. */
export class ToldFailures {
  /** By thread: the assertion that has stopped it where it was thrown. */
  readonly #thrown = new Map<number, string>()

  /** @param frames the top of the stack of the thread that has stopped for an exception */
  isTold(body: Dap.StoppedEvent['body'], frames: readonly Dap.StackFrame[]): boolean {
    if (frames.some(({ name }) => CATCHERS.test(name))) return false
    const { text = '', threadId = 0 } = body
    const [, type] = ASSERTION.exec(text) ?? []
    const before = this.#thrown.get(threadId)
    const isUnhandled = text.includes('not handled in user code')
    this.#thrown.delete(threadId)
    if (type === undefined) return true
    if (isUnhandled) return before !== type
    this.#thrown.set(threadId, type)
    return true
  }
}
