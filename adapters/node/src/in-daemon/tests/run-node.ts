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

/** Why a run has failed, from what it has written: its first error, else its last lines. */
export function reasonIn({ stdout, stderr, code }: Ran): string {
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '')
  const at = lines.findIndex((line) => /^\w*Error\b/.test(line))
  if (lines.length === 0) return `it ended with exit code ${code}`
  // The place of a syntax error stands before it.
  return (at === -1 ? lines.slice(-5) : lines.slice(Math.max(0, at - 3), at + 1)).join('\n')
}
