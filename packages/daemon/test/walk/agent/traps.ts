import { buildDotnet, buildGo, fixture, markerLine, type ProgramName } from '@dapplex/testkit'
import { debugpy, delve, netcoredbg, node, swank } from '../../rules/support/subjects.js'

/** The program `traps` under one adapter: it marks in a file each call that somebody makes of its objects' code. */
export interface TrapSubject {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  /** What names a value that may be read. Reading it runs nothing. */
  readonly paths: readonly [string, ...string[]]
  /** Whatever is given for an expression or a path beside those: to evaluate it may run code. */
  readonly expressions: readonly [string, ...string[]]
  /** Names of functions, classes and packages. */
  readonly names: readonly [string, ...string[]]
}

const program = (path: string) => fixture(`programs/${path}`)

const paths = ['tick', 'trap', 'traps', 'traps[1]', 'named'] as const

export const trapSubjects: readonly TrapSubject[] = [
  {
    adapter: node.adapter,
    needs: node.needs,
    source: program('node/traps.cjs'),
    paths: [...paths, 'trap.size', 'trap.next.next.size', 'this', 'proxy'],
    expressions: ['trap.price', '`${trap}`', 'tick + 1', 'traps[3]'],
    names: ['outer', 'Trap', 'main'],
  },
  {
    adapter: debugpy.adapter,
    needs: debugpy.needs,
    source: program('python/traps.py'),
    paths: [...paths, 'trap.size', 'trap.next.next.size', 'Trap', 'mark'],
    expressions: ['str(trap)', 'trap == 1', 'tick + 1', 'trap()'],
    names: ['outer', 'Trap', 'main', 'os'],
  },
  {
    adapter: delve.adapter,
    needs: delve.needs,
    source: program('go/traps/main.go'),
    build: () => buildGo(program('go/traps')),
    paths: [...paths, 'trap.Size', 'trap.Next.Next.Size'],
    expressions: ['tick + 1', 'len(traps)'],
    names: ['main.outer', 'main.Trap', 'main'],
  },
  {
    adapter: swank.adapter,
    needs: swank.needs,
    source: program('lisp/traps.lisp'),
    paths: [...paths, 'trap.size', 'trap.next.next.size'],
    expressions: ['(price trap)', '(princ-to-string trap)', '(+ tick 1)'],
    names: ['traps::outer', 'traps::trap', 'traps'],
  },
  {
    adapter: netcoredbg.adapter,
    needs: netcoredbg.needs,
    source: program('dotnet/traps/Program.cs'),
    build: () => buildDotnet(program('dotnet/traps/traps.csproj')),
    paths: [...paths, 'trap.Size', 'trap.Next.Next.Size'],
    expressions: ['trap.Price', 'trap.ToString()', 'tick + 1', 'trap[0]'],
    names: ['Traps.Program.Outer', 'Traps.Trap', 'Traps'],
  },
]

/** The lines of the program where breakpoints can stand. */
export const linesOf = ({ source }: TrapSubject): readonly [number, number, number] => [
  markerLine(source, 'BREAK: inner'),
  markerLine(source, 'BREAK: outer'),
  markerLine(source, 'BREAK: loop'),
]
