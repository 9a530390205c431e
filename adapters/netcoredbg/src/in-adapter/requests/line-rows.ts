import { readFile } from 'node:fs/promises'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { RequestResult } from '@dapplex/protocol'
import type { Debuggee } from '../debuggee/debuggee.js'
import { captureVariable, listFrame } from '../debuggee/frame-variables.js'
import type { InspectedContents } from '../inspector/answers.js'
import { isObjectText } from '../inspector/capture-forms.js'
import { readableVariables } from './dap-variables.js'
import { ExecutedText } from './executed-text.js'

type Row = RequestResult<'dapplex_steppedLines'>['lines'][number]['variables'][number]

/** Objects of a frame that are opened, as a stop shows them. */
const MOST_OBJECTS = 8

/** An object that a variable holds. */
interface Held {
  readonly id: number
  /** The variable has a copy of its own, which no id follows. */
  readonly isValueType: boolean
  readonly row: Row
}

/**
 * The variables of one function after each of its lines. To pass a variable to the inspector costs more than a step, so it is done
 * again only where the line that ran can have given the variable another object; what is in all objects is read by one call, where
 * the line can have changed that. (A lambda that gives a variable of its function another object is noticed when the steps end.)
 */
export class LineRows {
  readonly #debuggee: Debuggee
  readonly #sources = new Map<string, Promise<readonly string[]>>()
  #held: ReadonlyMap<string, Held> = new Map()

  constructor(debuggee: Debuggee) {
    this.#debuggee = debuggee
  }

  /** @param ran the top frame before the last step; undefined at the beginning */
  async read(frameId: number, ran?: Dap.StackFrame): Promise<readonly Row[]> {
    try {
      return await this.#read(frameId, ran)
    } catch {
      // Somebody has released an object: it gets another id.
      this.#held = new Map()
      this.#debuggee.forgetValues()
      return this.#read(frameId)
    }
  }

  async #read(frameId: number, ran?: Dap.StackFrame): Promise<readonly Row[]> {
    const text = ran === undefined ? undefined : await this.#textOf(ran)
    const variables = await listFrame(this.#debuggee, frameId)
    const objects = variables.filter(({ value }) => isObjectText(value)).slice(0, MOST_OBJECTS)
    const plain = new Set(variables.filter(({ value }) => !isObjectText(value)).map(({ name }) => name))
    const reaches = text?.namesOnly(plain) !== true
    const held = new Map<string, Held>()
    for (const variable of objects) {
      const known = this.#held.get(variable.name)
      const isSame = known !== undefined && !known.isValueType && text?.mayAssign(variable.name) === false
      const now = isSame || (known !== undefined && !reaches) ? known : await this.#hold(variable, frameId)
      if (now !== undefined) held.set(variable.name, now)
    }
    this.#held = reaches ? await this.#opened(held, frameId) : held
    return variables.map((one) => this.#held.get(one.name)?.row ?? rowOf(one))
  }

  async #hold(variable: Dap.Variable, frameId: number): Promise<Held | undefined> {
    const [readable] = await readableVariables(this.#debuggee, { variables: [variable], frameId })
    const id = readable?.dapplexObject
    if (readable === undefined || id === undefined) return undefined
    const captured = await captureVariable(this.#debuggee, { variable, frameId })
    return { id, isValueType: captured.isNull !== true && captured.isValueType, row: rowOf(readable) }
  }

  /** With what is in them. */
  async #opened(held: ReadonlyMap<string, Held>, frameId: number): Promise<ReadonlyMap<string, Held>> {
    if (held.size === 0) return held
    const ids = [...held.values()].map(({ id }) => id).join(',')
    const { objects } = await this.#debuggee.inspector.call<InspectedContents>('contents', { ids }, frameId)
    return new Map(
      [...held].map(([name, one], index) => {
        const content = objects[index]
        if (content === undefined) return [name, one]
        const rows = content.rows.map(({ hasChildren, lazy, ...row }) => ({
          ...{ name: row.name, value: row.value, type: row.type, variablesReference: hasChildren ? 1 : 0 },
          ...(lazy === true ? { presentationHint: { lazy } } : {}),
        }))
        return [name, { ...one, row: { ...one.row, value: content.value, fields: { rows, total: content.total } } }]
      }),
    )
  }

  async #textOf({ source, line, column, endLine, endColumn }: Dap.StackFrame): Promise<ExecutedText | undefined> {
    const path = source?.path
    if (path === undefined || endLine === undefined || endColumn === undefined) return undefined
    const known = this.#sources.get(path) ?? readFile(path, 'utf8').then((text) => text.split(/\r\n|[\r\n]/))
    this.#sources.set(path, known)
    const lines = await known.catch(() => undefined)
    if (lines === undefined) return undefined
    const part = lines.slice(line - 1, endLine)
    const last = part.at(-1) ?? ''
    const cut = [...part.slice(0, -1), last.slice(0, endColumn - 1)]
    return new ExecutedText([cut[0]?.slice(column - 1) ?? '', ...cut.slice(1)].join('\n'))
  }
}

const rowOf = ({ name, value, type, variablesReference }: Dap.Variable): Row => ({
  ...{ name, value, variablesReference },
  ...(type === undefined ? {} : { type }),
})
