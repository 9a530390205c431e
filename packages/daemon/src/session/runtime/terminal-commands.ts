import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import type { RunOutcome } from '@dapplex/mux'
import { isJsonObject, textIn, textsIn } from '@dapplex/protocol'
import { OWNER_VARIABLE } from '../../adapters/supervise/process-table.js'
import { spawnPiped } from '../../adapters/supervise/spawn-piped.js'
import { writeInput } from './write-input.js'

type Output = (output: { readonly category: 'stdout' | 'stderr'; readonly text: string }) => void

/**
 * Commands that an adapter wants in a terminal where no client has one (mux 13, DAP `runInTerminal`): run without a
 * terminal, their output is the program's, their input can be written to. They carry the adapter's owner mark, and so
 * end with it.
 */
export class TerminalCommands {
  readonly #output: Output
  readonly #running = new Set<ChildProcess>()

  constructor(output: Output) {
    this.#output = output
  }

  /** @param adapter its owner mark, and whether it tells the output of the terminal itself */
  async run(
    args: Readonly<Record<string, unknown>>,
    { owner, tellsOutput }: { readonly owner: string | undefined; readonly tellsOutput: boolean },
  ): Promise<RunOutcome> {
    const command = textsIn(args, 'args')
    const cwd = textIn(args, 'cwd')
    const [program, ...rest] = command
    if (program === undefined) return { kind: 'failed', why: 'the adapter named no command' }
    let child: ChildProcessWithoutNullStreams
    try {
      child = spawnPiped(program, rest, {
        cwd: cwd === '' ? undefined : cwd,
        env: { ...environment(args['env']), ...(owner === undefined ? {} : { [OWNER_VARIABLE]: owner }) },
        shell: args['argsCanBeInterpretedByShell'] === true,
        detached: true,
      })
    } catch (error) {
      return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
    }
    for (const category of ['stdout', 'stderr'] as const) {
      // The streams are read even where they are not told: a full pipe stops the program.
      child[category].setEncoding('utf8').on('data', (text: string) => {
        if (!tellsOutput) this.#output({ category, text })
      })
    }
    return new Promise((resolve) => {
      child.once('error', ({ message }) => resolve({ kind: 'failed', why: message }))
      child.once('spawn', () => {
        this.#running.add(child)
        resolve({ kind: 'started', ...(child.pid === undefined ? {} : { processId: child.pid }) })
      })
      child.once('exit', () => this.#running.delete(child))
    })
  }

  /** Writes to the command that was started last; false when none runs. */
  sendInput(text: string, eof: boolean): Promise<boolean> {
    return writeInput([...this.#running].at(-1)?.stdin, text, eof)
  }

  /** Lets go of the streams of what still runs: its processes are ended with their adapter. */
  endAll(): void {
    for (const child of this.#running) for (const stream of child.stdio) stream?.destroy()
    this.#running.clear()
  }
}

/** The daemon's environment with the adapter's changes: a null takes a variable away (DAP, `RunInTerminalRequestArguments`). */
function environment(changes: unknown): NodeJS.ProcessEnv {
  const env = { ...process.env }
  if (!isJsonObject(changes)) return env
  for (const [name, value] of Object.entries(changes)) {
    if (typeof value === 'string') env[name] = value
    else if (value === null) Reflect.deleteProperty(env, name)
  }
  return env
}
