import { basename } from 'node:path'
import { RequestFailure } from '../dap/failure.js'
import type { Handlers, Shim } from '../session/shim.js'

interface NoteFacts {
  readonly severity: 'error' | 'warning' | 'style-warning' | 'note'
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
}
interface CompilationFacts {
  readonly success: boolean
  readonly loaded: boolean
  readonly file?: string
  readonly duration_ms: number
  readonly notes: readonly NoteFacts[]
}

/** Compiling takes as long as it takes. */
const noTimeout = 0

export function compileHandlers(shim: Shim): Handlers {
  return {
    dapplex_lispCompile: async (args) => {
      const file = args.textOr('file')
      const code = args.textOr('code')
      if ((file === undefined) === (code === undefined))
        throw new RequestFailure('INVALID_PARAMETER', 'Give either file or code', { parameter: 'file' })
      const result =
        file !== undefined
          ? await compileFile(shim, file, args.flag('load', true))
          : await shim.helper.call<CompilationFacts>('compile-code', [code ?? '', args.textOr('package') ?? null], {
              timeoutMs: noTimeout,
            })
      tellNotes(shim, result.notes)
      return result
    },
  }
}

function compileFile(shim: Shim, file: string, load: boolean): Promise<CompilationFacts> {
  return shim.helper.call<CompilationFacts>('compile-file', [file, load || null], { timeoutMs: noTimeout })
}

/** Notes of the compiler go to the console too, with their places. */
function tellNotes(shim: Shim, notes: readonly NoteFacts[]): void {
  for (const { severity, message, file, line, column } of notes)
    shim.emit('output', {
      category: severity === 'error' || severity === 'warning' ? 'important' : 'console',
      output: `${severity}: ${message}\n`,
      ...(file === undefined ? {} : { source: { name: basename(file), path: file } }),
      ...(line === undefined ? {} : { line: shim.lineOut(line), column: shim.columnOut(column ?? 1) }),
    })
}
