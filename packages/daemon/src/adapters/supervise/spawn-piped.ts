import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio } from 'node:child_process'
import { demandRoomForProcess } from '../../state/room-for-process.js'

/**
 * Starts a process with pipes. Errors of its streams are nobody's: what it writes is read until its end.
 * @throws Error where it cannot even be tried: too few descriptors are left for the pipes, or an argument holds a NUL. A command that is
 * not there is told by the event `error`.
 */
export function spawnPiped(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
): ChildProcessWithoutNullStreams {
  demandRoomForProcess(command)
  const child = spawn(command, [...args], { ...options, stdio: 'pipe' })
  for (const stream of child.stdio) stream?.on('error', () => undefined)
  return child
}
