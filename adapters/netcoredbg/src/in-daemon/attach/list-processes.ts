import type { AttachableProcess } from '@dapplex/protocol'
import { allPids, lookAtProcess } from './dotnet-process.js'

/** Lists the .NET processes of this user by pid, without debuggers. The list is empty on systems without `/proc`. */
export function listDotnetProcesses(): Promise<AttachableProcess[]> {
  if (process.platform !== 'linux') return Promise.resolve([])
  const found = allPids().flatMap((pid): AttachableProcess[] => {
    const look = lookAtProcess(pid)
    if (look.kind !== 'dotnet' || look.isDebugger) return []
    return [{ pid, name: look.name, ...(look.runtime === undefined ? {} : { runtime: `.NET ${look.runtime}` }) }]
  })
  return Promise.resolve(found.sort((a, b) => a.pid - b.pid))
}
