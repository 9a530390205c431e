import { toolError, type AttachSpec } from '@dapplex/protocol'
import { lookAtProcess } from '../in-both/node-process.js'

/**
 * The arguments of the adapter's `attach`. A process is checked before an adapter is started.
 * @throws ToolError PROCESS_NOT_FOUND, PERMISSION_DENIED, ATTACH_FAILED
 */
export const prepareAttach = (spec: AttachSpec): Promise<Record<string, unknown>> =>
  Promise.resolve().then(() => attachArguments(spec))

function attachArguments({ pid, host, port, adapterArgs }: AttachSpec): Record<string, unknown> {
  if (pid !== undefined) checkProcess(pid)
  return {
    ...(pid === undefined ? {} : { pid }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...adapterArgs,
  }
}

function checkProcess(pid: number): void {
  const look = lookAtProcess(pid)
  switch (look.kind) {
    case 'gone':
      throw toolError('PROCESS_NOT_FOUND', { pid })
    case 'forbidden':
      throw toolError('PERMISSION_DENIED', {
        what: `Attaching to process ${pid}`,
        reason: 'it belongs to another user',
      })
    case 'other': {
      const reason = `process ${pid} (${look.executable}) is not a Node process`
      throw toolError('ATTACH_FAILED', { reason, adapter: 'node' })
    }
    case 'node':
    case 'unknown':
      return
  }
}
