import { lastOf, must } from '@dapplex/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { evaluate, type Stopped } from './shim-session.js'
import { rowAt, runTypes } from './types-session.js'

/** A variable, member or element that is written in three ways, each with a value of its own: typed as it is shown, or C#; the last is C#. */
export interface Written {
  /** Names of rows, from the variable on. */
  readonly path: readonly string[]
  /** The same as C#. */
  readonly expression?: string
  readonly values: readonly [string, string, string]
  /** What is read afterwards; the value itself without it. */
  readonly reads?: readonly [string, string, string]
}

/** One value for each way. */
export const three = (path: string, ...values: [string, string, string]): Written => ({ path: path.split('/'), values })

/** The expression in C#. */
export const csharp = ({ path, expression }: Written): string =>
  expression ?? path.reduce((text, name) => (name.startsWith('[') ? text + name : `${text}.${name}`))

/** The ways to write, in the order of `values`. */
const WAYS: readonly ((at: Stopped, written: Written, value: string) => Promise<string>)[] = [
  async (at, { path }, value) => {
    const { container } = await rowAt(at, path)
    const set = { variablesReference: container, name: lastOf(path), value }
    return (await at.client.expectSuccess('setVariable', set)).value
  },
  async (at, written, value) => {
    const set = { expression: csharp(written), value, frameId: at.frameId }
    return (await at.client.expectSuccess('setExpression', set)).value
  },
  async (at, written, value) => (await evaluate(at, `${csharp(written)} = ${value}`)).replace(/ : [^:]*$/, ''),
]

/** The program, stopped at a marker. One launch serves all rows of a stop: no row reads what another writes. */
export function started(stop: string): () => Stopped {
  const scope = new Scope()
  let at: Stopped
  beforeAll(async () => {
    at = await runTypes(scope, { stop })
  })
  afterAll(() => scope.end(), 120_000)
  return () => at
}

export function writesOf(program: () => Stopped, rows: readonly Written[]): void {
  test.each(rows.map((row) => ({ ...row, name: row.path.join('/') })))(
    'what is written is what is read: $name by setVariable, setExpression and evaluate',
    { timeout: 240_000 },
    async (row) => {
      const at = program()
      for (const [way, write] of WAYS.entries()) {
        const want = row.reads?.[way] ?? row.values[way]!
        expect(await write(at, row, must(row.values[way]))).toBe(want)
        expect((await rowAt(at, row.path)).row.value).toBe(want)
      }
    },
  )
}
