import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { toolError } from '@dapplex/protocol'

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const SHOWN_ERRORS = 10

/**
 * Builds the user's project with the SDK, configuration Debug, and asks MSBuild for the path of its assembly.
 * @throws ToolError LAUNCH_FAILED with the compiler's errors, or that there is no SDK
 */
export async function buildProject(project: string): Promise<string> {
  // No build server may outlive the build.
  const built = await dotnet(project, [
    'build',
    '--nologo',
    '-v',
    'quiet',
    '-nodeReuse:false',
    '-p:UseSharedCompilation=false',
  ])
  if (built.code !== 0) throw fail(`${project} does not build:\n${errorsIn(built.output)}`)
  const asked = await dotnet(project, ['msbuild', '-nologo', '-nodeReuse:false', '-getProperty:TargetPath'])
  const target = asked.output.trim().split('\n').at(-1)?.trim() ?? ''
  if (asked.code !== 0 || target === '') throw fail(`${project} was built, but tells no TargetPath; give the .dll`)
  return target
}

interface Ran {
  readonly code: number
  readonly output: string
}

/** Runs `dotnet COMMAND PROJECT OPTIONS` in the project's folder. */
function dotnet(project: string, [command = '', ...options]: readonly string[]): Promise<Ran> {
  const env = { ...process.env, DOTNET_NOLOGO: '1', DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_CLI_UI_LANGUAGE: 'en' }
  const settings = { cwd: dirname(project), env, maxBuffer: MAX_OUTPUT_BYTES }
  return new Promise((resolve, reject) => {
    const child = execFile('dotnet', [command, project, ...options], settings, (error, stdout, stderr) => {
      if (error !== null && typeof error.code === 'string') reject(fail(whyNotRun(project, error.code)))
      else resolve({ code: child.exitCode ?? 1, output: stdout + stderr })
    })
  })
}

const whyNotRun = (project: string, code: string): string =>
  code === 'ENOENT'
    ? `building ${project} needs the .NET SDK: \`dotnet\` is not on PATH; build it elsewhere and give the .dll`
    : `\`dotnet\` could not be run for ${project}: ${code}`

/** The error lines of the compiler, without the project name that MSBuild adds. MSBuild prints each line twice. */
function errorsIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim().replace(/ \[[^\]]*proj\]$/, ''))
  const errors = [...new Set(lines.filter((line) => /\berror [A-Z]+\d*\b/.test(line)))]
  const shown = errors.length > 0 ? errors : lines.filter((line) => line !== '')
  const rest = shown.length - SHOWN_ERRORS
  return shown.slice(0, SHOWN_ERRORS).join('\n') + (rest > 0 ? `\nand ${rest} more` : '')
}

const fail = (reason: string): Error => toolError('LAUNCH_FAILED', { reason, adapter: 'netcoredbg' })
