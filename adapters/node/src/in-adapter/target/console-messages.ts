import type { Conventions } from '../dap/conventions.js'
import type { InspectorConnection } from '../inspector/connection.js'
import type { Runtime } from '../inspector/methods.js'
import type { Emit } from '../dap/emit.js'
import type { Scripts } from '../sources/scripts.js'
import { previewOf } from '../variables/preview.js'

interface ConsoleParts {
  readonly connection: InspectorConnection
  readonly scripts: Scripts
  readonly conventions: Conventions
}

/** Passes on what the program prints through `console` from now on. An attached program has no other output here. */
export function forwardConsole({ connection, scripts, conventions }: ConsoleParts, emit: Emit): void {
  const sinceMs = Date.now()
  connection.on('Runtime.consoleAPICalled', ({ type, args, timestamp, stackTrace }) => {
    // V8 keeps the last messages of a program for a debugger that connects later.
    if (timestamp < sinceMs || type === 'clear') return
    const [call] = stackTrace?.callFrames ?? []
    const script = call && scripts.get(call.scriptId)
    emit('output', {
      category: isError(type) ? 'stderr' : 'stdout',
      output: `${consoleText(args)}\n`,
      ...(call === undefined || script === undefined || script.url === ''
        ? {}
        : {
            source: scripts.sourceOf(script),
            line: call.lineNumber + conventions.lineBase,
            column: call.columnNumber + conventions.columnBase,
          }),
    })
    for (const { objectId } of args) {
      if (objectId !== undefined) connection.send('Runtime.releaseObject', { objectId }).catch(() => undefined)
    }
  })
}

const isError = (type: string): boolean => ['error', 'warning', 'assert', 'trace'].includes(type)

/** The arguments of a console method as Node prints them: `%s` and the like replaced, other arguments appended, strings unquoted. */
export function consoleText(args: readonly Runtime.RemoteObject[]): string {
  const [first, ...rest] = args
  if (first === undefined) return ''
  if (first.type !== 'string') return args.map(bare).join(' ')
  const left = [...rest]
  const text = String(first.value).replace(/%([sdifjoOc%])/g, (sign, letter: string) => {
    if (letter === '%') return '%'
    const argument = left.shift()
    if (argument === undefined) return sign
    return letter === 'c' ? '' : bare(argument)
  })
  return [text, ...left.map(bare)].join(' ')
}

const bare = (value: Runtime.RemoteObject): string => (value.type === 'string' ? String(value.value) : previewOf(value))
