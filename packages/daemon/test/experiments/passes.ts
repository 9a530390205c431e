import { buildDotnet, buildGo, fixture, type ProgramName } from '@dapplex/testkit'

/** The program `passes` in one language: `total` goes through a loop as often as its argument says (10,000 times without one). */
export interface Passing {
  readonly name: string
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  /** The function, as a breakpoint on it is written. */
  readonly function: string
  /** Its caller, which throws for a negative argument. */
  readonly caller: string
  /** The adapter shows what a call has returned. */
  readonly tellsReturned: boolean
  /** A long call records its own lines: a thousand passes take a second. Else each line is a step. */
  readonly records: boolean
  /** Expressions: the sum of two variables, and one that throws. */
  readonly sum: string
  readonly throwing: string
  /** Whether `s` is above a number. */
  readonly above: (limit: number) => string
}

const program = (path: string) => fixture(`programs/${path}`)
const infix = (limit: number) => `s > ${limit}`

export const passing: readonly Passing[] = [
  {
    name: 'Python',
    adapter: 'debugpy',
    needs: ['debugpy'],
    source: program('python/passes.py'),
    function: 'total',
    caller: 'report',
    tellsReturned: false,
    records: true,
    sum: 's + i',
    throwing: '1 // 0',
    above: infix,
  },
  {
    name: 'JavaScript',
    adapter: 'node',
    needs: [],
    source: program('node/passes.cjs'),
    function: 'total',
    caller: 'report',
    tellsReturned: true,
    records: true,
    sum: 's + i',
    throwing: 'null.customer',
    above: infix,
  },
  {
    name: 'C#',
    adapter: 'netcoredbg',
    needs: ['dotnet', 'netcoredbg'],
    source: program('dotnet/passes/Program.cs'),
    build: () => buildDotnet(program('dotnet/passes/passes.csproj')),
    function: 'Passes.Program.Total',
    caller: 'Passes.Program.Report',
    tellsReturned: false,
    records: false,
    sum: 's + i',
    throwing: 'int.Parse("no number")',
    above: infix,
  },
  {
    name: 'Common Lisp',
    adapter: 'swank',
    needs: ['sbcl'],
    source: program('lisp/passes.lisp'),
    function: 'passes::total',
    caller: 'passes::report',
    tellsReturned: false,
    records: false,
    sum: '(+ s i)',
    throwing: '(error "no number")',
    above: (limit) => `(> s ${limit})`,
  },
  {
    name: 'Go',
    adapter: 'delve',
    needs: ['go', 'delve'],
    source: program('go/passes/main.go'),
    // Delve builds into the folder of the program, where two sessions would share one file.
    build: () => buildGo(program('go/passes')),
    function: 'main.total',
    caller: 'main.report',
    tellsReturned: false,
    records: false,
    sum: 's + i',
    throwing: '*(*int)(nil)',
    above: infix,
  },
]
