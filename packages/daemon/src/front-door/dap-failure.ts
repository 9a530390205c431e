import { errorToDap, hintForPerson, isJsonObject, plainFormat, ToolError, type DapRequest } from '@dapplex/protocol'

/** A failed response of the daemon itself, with the documented error if there is one. Editors show it. */
export function failedResponse(request: DapRequest, problem: unknown): Record<string, unknown> {
  const message = problem instanceof Error ? problem.message : String(problem)
  const hint = problem instanceof ToolError ? hintForPerson(problem) : undefined
  const said = hint === undefined ? message : `${message}: ${hint}`
  const known = problem instanceof ToolError ? errorToDap(problem) : { id: 1 }
  // VS Code shows `format`, other editors `message`.
  const error = { ...known, format: plainFormat(said) }
  return { ...answerTo(request), success: false, message: said, body: { error: { ...error, showUser: true } } }
}

export function succeeded(request: DapRequest, body?: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...answerTo(request), success: true, ...(body === undefined ? {} : { body }) }
}

const answerTo = ({ seq, command }: DapRequest) => ({ type: 'response', request_seq: seq, command })

/** Whether what is no DAP gets an answer: not what pretends to be an answer or an event. */
export const isAnswerable = (value: unknown): boolean =>
  !isJsonObject(value) || (value['type'] !== 'response' && value['type'] !== 'event')
