import { execFile } from 'node:child_process'

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface NodeCommand {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Runs this Node, as the adapter does, to its end. */
export function runNode({ args, cwd, env = {}, timeoutMs }: NodeCommand): Promise<Ran> {
  const settings = { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, settings, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
    child.stdin?.end()
  })
}

export const lastLines = (text: string, count: number): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .join('\n')
