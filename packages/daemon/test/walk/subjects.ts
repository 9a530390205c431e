import { buildDotnet, buildGo, fixture, markerLine } from '@dapplex/testkit'
import { debugpy, delve, netcoredbg, node, swank, type Subject } from '../rules/support/subjects.js'

/** The program `walk` under one adapter: a loop through `outer` and `inner` that never ends. `tick` counts its rounds. */
export interface WalkProgram {
  readonly launch: Readonly<Record<string, unknown>>
  readonly source: string
  /** The lines where a walk sets breakpoints: in `inner`, in `outer`, in the loop. */
  readonly lines: readonly [number, number, number]
}

export interface WalkSubject extends Pick<Subject, 'adapter' | 'needs'> {
  readonly program: () => Promise<WalkProgram>
  /** True in one round of seven. */
  readonly condition: string
  /** An expression whose value is `tick` + 1. */
  readonly sum: string
}

const at = (source: string, launch: Readonly<Record<string, unknown>>): WalkProgram => ({
  launch,
  source,
  lines: [markerLine(source, 'BREAK: inner'), markerLine(source, 'BREAK: outer'), markerLine(source, 'BREAK: loop')],
})

const infix = { condition: 'tick % 7 == 0', sum: 'tick + 1' }

export const walkSubjects: readonly WalkSubject[] = [
  {
    ...node,
    ...infix,
    program: () => {
      const source = fixture('programs/node/walk.cjs')
      return Promise.resolve(at(source, { program: source }))
    },
  },
  {
    ...debugpy,
    ...infix,
    program: () => {
      const source = fixture('programs/python/walk.py')
      return Promise.resolve(at(source, { program: source, console: 'internalConsole' }))
    },
  },
  {
    ...delve,
    ...infix,
    program: async () => {
      const folder = fixture('programs/go/walk')
      return at(`${folder}/main.go`, { mode: 'exec', program: await buildGo(folder) })
    },
  },
  {
    ...swank,
    condition: '(zerop (mod tick 7))',
    sum: '(+ tick 1)',
    program: () => {
      const source = fixture('programs/lisp/walk.lisp')
      return Promise.resolve(at(source, { program: source }))
    },
  },
  {
    ...netcoredbg,
    ...infix,
    program: async () => {
      const program = await buildDotnet(fixture('programs/dotnet/walk/walk.csproj'))
      return at(fixture('programs/dotnet/walk/Program.cs'), { program })
    },
  },
]
