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
  const given = args[how.argument] ?? []
  if (!Array.isArray(given)) return { args, inputFile: undefined }
  const inputFile = openInput()
  if (inputFile === undefined) return { args, inputFile }
  const command = how.command.replaceAll('${path}', inputFile.path)
  return { args: { ...args, [how.argument]: [command, ...(given as readonly unknown[])] }, inputFile }
}

function openInput(): InputFile | undefined {
  try {
    return new InputFile()
  } catch {
    return undefined
  }
}
