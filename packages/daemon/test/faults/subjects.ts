import { buildC, fixture, markerLine } from '@dapplex/testkit'
import { lldb } from '../rules/support/subjects.js'
import { walkSubjects, type WalkProgram } from '../walk/subjects.js'
import type { Subject } from '../rules/support/subjects.js'

/** A program that never ends, under one adapter. */
export interface FaultSubject extends Pick<Subject, 'adapter' | 'needs'> {
  readonly program: () => Promise<WalkProgram>
  /** An expression that every language of these has, and whose value changes. */
  readonly expression: string
  /** How often it is chosen for a fault after which its program is launched again: the slow starts are rare. */
  readonly starts: number
}

/** Measured on two processors: a launch to the first stop takes 0.3 s (lldb, Node, Delve) to 1.5 s (netcoredbg, SBCL). */
const STARTS: Readonly<Record<string, number>> = { node: 6, lldb: 6, delve: 6, debugpy: 4, swank: 1, netcoredbg: 1 }

const c = {
  ...lldb,
  program: async (): Promise<WalkProgram> => {
    const source = fixture('programs/c/walk.c')
    const lines = ['BREAK: inner', 'BREAK: outer', 'BREAK: loop'].map((marker) => markerLine(source, marker))
    const [inner = 0, outer = 0, loop = 0] = lines
    return { launch: { program: await buildC(source) }, source, lines: [inner, outer, loop] }
  },
}

export const faultSubjects: readonly FaultSubject[] = [...walkSubjects, c].map(({ adapter, needs, program }) => ({
  adapter,
  needs,
  program,
  expression: 'tick',
  starts: STARTS[adapter] ?? 1,
}))
