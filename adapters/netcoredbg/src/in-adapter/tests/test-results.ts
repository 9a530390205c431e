import {
  isJsonObject,
  listIn,
  objectIn,
  textIn,
  type JsonObject,
  type TestCase,
  type TestEvent,
} from '@dapplex/protocol'

/** The outcomes of the test platform by their number: none, passed, failed, skipped, not found. */
const OUTCOMES: readonly ('passed' | 'failed' | 'skipped')[] = ['skipped', 'passed', 'failed', 'skipped', 'failed']

/** Tests that a message of the test host says have begun (`ActiveTests`). */
export const begunIn = (payload: JsonObject): TestCase[] => listIn(payload, 'ActiveTests').map(testCase)

/** Tests that have ended: of `TestExecution.StatsChange`, or the last ones, which come with `TestExecution.Completed`. */
export function endedIn(payload: JsonObject): TestEvent[] {
  return listIn(objectIn(payload, 'LastRunTests') ?? payload, 'NewTestResults').map((result) => {
    const number = result['Outcome']
    const outcome = OUTCOMES[typeof number === 'number' ? number : 0] ?? 'failed'
    const message = textIn(result, 'ErrorMessage')?.trim()
    const own = testCase(objectIn(result, 'TestCase') ?? {})
    const place = outcome === 'failed' ? placeIn(textIn(result, 'ErrorStackTrace') ?? '', own) : {}
    return { event: 'end', outcome, ...own, ...place, ...(message === undefined ? {} : { message }) }
  })
}

/** All cases of a theory have the name of their method; the display name tells them apart. */
function testCase(test: JsonObject): TestCase {
  const method = textIn(test, 'FullyQualifiedName') ?? ''
  const shown = textIn(test, 'DisplayName') ?? method
  const name = shown.startsWith(method) ? shown : method
  const file = textIn(test, 'CodeFilePath')
  // Its `LineNumber` is that of the first statement.
  return { name, ...(file === undefined ? {} : { file }) }
}

/** Where the test failed: its outermost line in its own file, else the first line with a source. */
function placeIn(stack: string, { file: own }: TestCase): { readonly file?: string; readonly line?: number } {
  const places = [...stack.matchAll(/ in (.+):line (\d+)/g)].map(([, file = '', line]) => ({
    file,
    line: Number(line),
  }))
  return places.findLast(({ file }) => file === own) ?? places[0] ?? {}
}

/** The text of `TestSession.Message`, such as an error of the test adapter. */
export function messageIn(payload: unknown): { readonly text: string; readonly isError: boolean } | undefined {
  if (!isJsonObject(payload)) return undefined
  const text = textIn(payload, 'Message')
  return text === undefined ? undefined : { text, isError: payload['MessageLevel'] === 2 }
}
