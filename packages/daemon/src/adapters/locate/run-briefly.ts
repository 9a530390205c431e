import { execFile } from 'node:child_process'
import { demandRoomForProcess } from '../../state/room-for-process.js'

/**
 * What a short-lived command said on both streams; undefined when it failed, could not be run or took too long.
 * @throws Error where too few descriptors are left to start it: that says nothing about the command
 */
export async function runBriefly(command: string, args: readonly string[]): Promise<string | undefined> {
  demandRoomForProcess(command)
  return new Promise((resolve) => {
    const child = execFile(
      command,
      [...args],
      { timeout: PROBE_MS, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        resolve(error === null ? `${stdout}\n${stderr}` : undefined)
      },
    )
    child.stdin?.end()
  })
}

/** Long enough for a cold Python or .NET start on a busy machine. */
const PROBE_MS = 10_000
