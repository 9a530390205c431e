import type { JsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { InspectedException } from '../errors/shim-error.js'
import type { Captured } from '../inspector/answers.js'
import type { Debuggee } from '../debuggee/debuggee.js'

/** `exceptionInfo`: netcoredbg's answer, with the data of the exception object where the inspector can reach it. */
export async function exceptionInfo(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const body = await debuggee.channel.body<Dap.ExceptionInfoResponse['body']>('exceptionInfo', args)
  const exception = await exceptionObject(debuggee).catch(() => undefined)
  if (exception === undefined) return body
  return { ...body, details: { ...details(exception), ...body.details, ...extra(exception) } }
}

async function exceptionObject(debuggee: Debuggee): Promise<InspectedException | undefined> {
  const frameId = await debuggee.frameOrTop(undefined)
  const shown = { expression: '$exception', type: 'System.Exception', value: '{exception}' }
  const captured: Captured = await debuggee.inspector.capture(shown, frameId)
  if (captured.isNull === true) return undefined
  return debuggee.inspector.call<InspectedException>('exception', { id: captured.id }, frameId)
}

const details = (exception: InspectedException): Dap.ExceptionDetails => ({
  message: exception.message,
  typeName: exception.type,
  fullTypeName: exception.type_full,
  ...(exception.stack === undefined ? {} : { stackTrace: exception.stack }),
  innerException: exception.inner.map(details),
})

/** Members that DAP does not have. */
const extra = ({ object_id: dapplexObject, types: dapplexTypes, data, hresult }: InspectedException) => ({
  dapplexObject,
  dapplexTypes,
  hresult,
  ...(data === undefined ? {} : { data }),
})
