import type { InspectorConnection } from '../inspector/connection.js'
import type { Debugger } from '../inspector/methods.js'
import { parameterNames } from './parameter-names.js'

/** The parameters of the program's functions, read from the source that V8 has. Nothing runs for it. */
export class FunctionParameters {
  readonly #connection: InspectorConnection
  readonly #known = new Map<string, readonly string[] | undefined>()
  /** Most calls of a stack are of one script. */
  #last: { readonly scriptId: string; readonly source: Promise<string> } | undefined

  constructor(connection: InspectorConnection) {
    this.#connection = connection
  }

  /**
   * The names of the arguments of a call, in their order. The code of a module has none: those of the function that Node puts
   * around it are not in its source.
   * @returns undefined where they are not known
   */
  async of({ functionLocation: at }: Debugger.CallFrame): Promise<readonly string[] | undefined> {
    if (at === undefined) return undefined
    const { scriptId, lineNumber, columnNumber = 0 } = at
    if (lineNumber === 0 && columnNumber === 0) return []
    const key = `${scriptId}:${lineNumber}:${columnNumber}`
    if (!this.#known.has(key)) {
      const source = await this.#sourceOf(scriptId)
      this.#known.set(key, parameterNames(source.slice(startOfLine(source, lineNumber) + columnNumber)))
    }
    return this.#known.get(key)
  }

  #sourceOf(scriptId: string): Promise<string> {
    if (this.#last?.scriptId !== scriptId) {
      const source = this.#connection.send('Debugger.getScriptSource', { scriptId })
      this.#last = {
        scriptId,
        source: source.then(
          ({ scriptSource }) => scriptSource,
          () => '',
        ),
      }
    }
    return this.#last.source
  }
}

/** Where a line begins, counted from 0 as V8 does (ECMAScript, "Line Terminators"). */
function startOfLine(source: string, line: number): number {
  const ends = /\r\n|[\n\r\u2028\u2029]/g
  for (let passed = 0; passed < line; passed += 1) if (ends.exec(source) === null) break
  return ends.lastIndex
}
