import type { DebugProtocol } from '@vscode/debugprotocol'
import { isJsonObject } from '../dap/message.js'
import type { ErrorData } from './catalogue.js'
import { isErrorType } from './hint.js'
import { toolError } from './make-tool-error.js'
import type { ToolError } from './tool-error.js'

/** `Message.id` of a failure that carries a documented error; editors show it as a number. */
const DOCUMENTED = 32000
/** The key in `Message.variables` under which the error stands as JSON text (DAP allows only strings there). */
const KEY = 'dapplexError'

/**
 * Puts a documented error into a failed DAP response (`body.error`): this is how the core and dapplex's own adapters give
 * a tool its exact error. Editors show `format`.
 */
export function errorToDap(error: ToolError): DebugProtocol.Message {
  const { message, data } = error.wire
  return { id: DOCUMENTED, format: message, showUser: false, variables: { [KEY]: JSON.stringify(data) } }
}

/** The documented error in `body.error` of a failed response; undefined where there is none that the catalogue knows. */
export function errorFromDap(error: unknown): ToolError | undefined {
  if (!isJsonObject(error) || !isJsonObject(error['variables'])) return undefined
  const data = parse(error['variables'][KEY])
  if (!isJsonObject(data)) return undefined
  const { type, ...fields } = data
  if (typeof type !== 'string' || !isErrorType(type)) return undefined
  const message = typeof error['format'] === 'string' ? error['format'] : type
  return toolError(type, fields as ErrorData<typeof type>, message)
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
