import { execFile } from 'node:child_process'

/** The exit code of a .NET host that finds no framework for the program: the low byte of 0x80008096 (.NET, "Host error codes"). */
const FRAMEWORK_MISSING = 150

/** A startup hook that there is not: a host that does find the framework ends before the program's first line. */
const NO_HOOK = '/dev/null/no-startup-hook.dll'

/**
 * Asks the .NET host why it starts no program: the framework that is missing, in its own words. netcoredbg tells only a number then,
 * and loses what the host has written in some of the runs (measured: 1 of 3). Nothing of the program runs.
 * @param assembly path of the program's dll
 * @returns undefined where the framework is there, or the program is no dll
 */
export function missingFramework(assembly: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!assembly.endsWith('.dll')) return Promise.resolve(undefined)
  const options = { env: { ...env, DOTNET_STARTUP_HOOKS: NO_HOOK }, timeout: 10_000 }
  return new Promise((resolve) => {
    execFile('dotnet', [assembly], options, (error, _stdout, stderr) => {
      resolve(error?.code === FRAMEWORK_MISSING ? stderr.trim() : undefined)
    })
  })
}
