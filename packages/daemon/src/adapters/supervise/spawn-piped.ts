import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio } from 'node:child_process'

/**
 * Starts a process with pipes. Errors of its streams are nobody's: what it writes is read until its end.
 * @throws Error where it cannot even be tried: no descriptor is left for the pipes (Node then gives a process without streams), or an
 * argument holds a NUL. A command that is not there is told by the event `error`.
 */
export function spawnPiped(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
): ChildProcessWithoutNullStreams {
  const child = spawn(command, [...args], { ...options, stdio: 'pipe' })
  if (!Object.hasOwn(child, 'stdio')) {
    child.once('error', () => undefined)
    throw new Error(
      `${command} could not be started: too many files are open; close some, or raise the limit (ulimit -n)`,
    )
  }
  for (const stream of child.stdio) stream?.on('error', () => undefined)
  return child
}
