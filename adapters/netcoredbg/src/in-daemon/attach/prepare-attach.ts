import { toolError, type AttachSpec } from '@dapplex/protocol'
import { debuggerOf, lookAtProcess, nameOf } from './dotnet-process.js'

/**
 * Looks at the process before netcoredbg attaches. netcoredbg answers the same code for a process that does not exist and for
 * one that does not run .NET (`fixtures/transcripts/netcoredbg/attach-errors.ndjson`).
 * @throws ToolError PROCESS_NOT_FOUND, NOT_DOTNET_PROCESS, ALREADY_ATTACHED, PERMISSION_DENIED, ATTACH_FAILED
 */
export function prepareAttach(spec: AttachSpec): Promise<Record<string, unknown>> {
  return Promise.resolve().then(() => {
    const { pid, adapterArgs } = spec
    if (pid === undefined)
      throw toolError('ATTACH_FAILED', {
        reason: 'netcoredbg attaches to a process: give its pid; it has no address to connect to',
        adapter: 'netcoredbg',
      })
    if (process.platform === 'linux') checkProcess(pid)
    return { processId: pid, ...adapterArgs }
  })
}

function checkProcess(pid: number): void {
  const look = lookAtProcess(pid)
  switch (look.kind) {
    case 'gone':
      throw toolError('PROCESS_NOT_FOUND', { pid })
    case 'hidden':
      throw toolError('PERMISSION_DENIED', {
        what: `Attaching to process ${pid}`,
        reason: 'it belongs to another user',
      })
    case 'other':
      throw toolError('NOT_DOTNET_PROCESS', { pid })
    case 'dotnet':
      if (look.isSelfContainedFile)
        throw toolError('ATTACH_FAILED', {
          reason: `process ${pid} is a self-contained single file: netcoredbg finds no runtime in it (0x80131c3c); publish it without PublishSingleFile`,
          adapter: 'netcoredbg',
        })
      checkAlone(pid)
  }
}

function checkAlone(pid: number): void {
  const by = debuggerOf(pid)
  if (by === undefined) return
  const message = `Process ${pid} is already being debugged by ${nameOf(by)} (process ${by})`
  throw toolError('ALREADY_ATTACHED', { pid, debugger_pid: by }, message)
}
