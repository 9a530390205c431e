import { isJsonObject } from '@dapplex/protocol/plain'

export interface Restart {
  readonly index: number
  readonly name: string
  readonly description: string
  /** A person is asked for the value that it takes. */
  readonly takesValue: boolean
}

export interface Restarts {
  readonly condition: string
  readonly restarts: readonly Restart[]
}

/** Restarts of the standard that take a value (ANSI Common Lisp, 9.2), also where they do not ask for it. */
const TAKE_A_VALUE: ReadonlySet<string> = new Set(['use-value', 'store-value'])

/** Reads the answer of the request `dapplex_restarts`. */
export function readRestarts(answer: unknown): Restarts {
  const { condition, restarts } = isJsonObject(answer) ? answer : {}
  return {
    condition: typeof condition === 'string' ? condition : '',
    restarts: Array.isArray(restarts) ? restarts.flatMap(readOne) : [],
  }
}

function readOne(row: unknown): readonly Restart[] {
  if (!isJsonObject(row)) return []
  const { index, name, description, interactive } = row
  if (typeof index !== 'number' || typeof name !== 'string') return []
  return [
    {
      index,
      name,
      description: typeof description === 'string' ? description : '',
      takesValue: interactive === true || TAKE_A_VALUE.has(name),
    },
  ]
}
