import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

export interface LimitedProgram {
  /** Where the text of the program is written. */
  readonly file: string
  /** The source of a module, which prints one line of JSON. */
  readonly text: string
  readonly args: readonly string[]
  /** The limit of its descriptors (`ulimit -n`). */
  readonly most: number
}

/** Runs a program of Node that may open few files, and gives what it has printed. */
export async function withFewDescriptors({ file, text, args, most }: LimitedProgram): Promise<unknown> {
  writeFileSync(file, text)
  const command = ['-c', `ulimit -n ${most}; exec "$0" "$@"`, process.execPath, file, ...args]
  const { stdout } = await promisify(execFile)('sh', command)
  return JSON.parse(stdout)
}
