import type { AdapterDefinition } from '@dapplex/protocol'
import { InputFile } from '../supervise/input-file.js'

type Args = Readonly<Record<string, unknown>>

/** Launch arguments that have the program read its standard input from a file that the daemon writes, where that can be. */
export function withInputFile(
  { launch }: AdapterDefinition,
  args: Args,
): { readonly args: Args; readonly inputFile: InputFile | undefined } {
  const how = launch?.inputFile
  if (how === undefined || process.platform === 'win32') return { args, inputFile: undefined }
  const given = args[how.argument]
  if (!fits(given, how)) return { args, inputFile: undefined }
  const inputFile = openInput()
  if (inputFile === undefined) return { args, inputFile }
  const value =
    how.command === undefined
      ? inputFile.path
      : [how.command.replaceAll('${path}', inputFile.path), ...(Array.isArray(given) ? (given as unknown[]) : [])]
  return { args: { ...args, [how.argument]: value }, inputFile }
}

/** Whether the file can be added to what the caller gives for the argument. A list of commands grows; a file is the caller's. */
function fits(given: unknown, { command }: { readonly command?: string | undefined }): boolean {
  return given === undefined || (command !== undefined && Array.isArray(given))
}

function openInput(): InputFile | undefined {
  try {
    return new InputFile()
  } catch {
    return undefined
  }
}
