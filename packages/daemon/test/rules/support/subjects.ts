import { buildC, buildDotnet, buildGo, fixture, markerLine, missing, type ProgramName } from '@dapplex/testkit'

/** The `orders` program under one adapter, as the tests of the rules need it. */
export interface Program {
  readonly launch: Readonly<Record<string, unknown>>
  readonly source: string
  /** Line in `total`, which is called five times, with `index` from 0. */
  readonly body: number
  /** Line in the caller that calls it. */
  readonly loop: number
}

export interface Subject {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly program: (...args: readonly string[]) => Promise<Program>
  /** A condition that is true in one call. */
  readonly isIndex: (index: number) => string
  /** A condition that is no expression. */
  readonly broken: string
}

function programOf(source: string, launch: Readonly<Record<string, unknown>>): Program {
  return { launch, source, body: markerLine(source, 'BREAK: body'), loop: markerLine(source, 'BREAK: loop') }
}

const infix = { isIndex: (index: number) => `index == ${index}`, broken: 'index ==' }

export const node: Subject = {
  adapter: 'node',
  needs: [],
  program: (...args) => {
    const source = fixture('programs/node/orders.js')
    return Promise.resolve(programOf(source, { program: source, args }))
  },
  ...infix,
}

export const debugpy: Subject = {
  adapter: 'debugpy',
  needs: ['debugpy'],
  program: (...args) => {
    const source = fixture('programs/python/orders.py')
    return Promise.resolve(programOf(source, { program: source, args, console: 'internalConsole' }))
  },
  ...infix,
}

export const lldb: Subject = {
  adapter: 'lldb',
  needs: ['lldb', 'cc'],
  program: async (...args) => {
    const source = fixture('programs/c/orders.c')
    return programOf(source, { program: await buildC(source), args })
  },
  ...infix,
}

export const delve: Subject = {
  adapter: 'delve',
  needs: ['delve', 'go'],
  program: async (...args) => {
    const program = await buildGo(fixture('programs/go/orders'))
    return programOf(fixture('programs/go/orders/main.go'), { mode: 'exec', program, args })
  },
  ...infix,
}

export const swank: Subject = {
  adapter: 'swank',
  needs: ['sbcl'],
  program: (...args) => {
    const source = fixture('programs/lisp/orders.lisp')
    return Promise.resolve(programOf(source, { program: source, args }))
  },
  isIndex: (index) => `(= index ${index})`,
  broken: '(= index',
}

export const netcoredbg: Subject = {
  adapter: 'netcoredbg',
  needs: ['netcoredbg', 'dotnet'],
  program: async (...args) => {
    const program = await buildDotnet(fixture('programs/dotnet/orders/orders.csproj'))
    return programOf(fixture('programs/dotnet/orders/Program.cs'), { program, args })
  },
  ...infix,
}

export const allSubjects: readonly Subject[] = [node, debugpy, lldb, delve, swank, netcoredbg]

/** Skips a test, with the reason, where its adapter is not on this machine. */
export function needs(context: { skip: (reason: string) => void }, subject: Pick<Subject, 'needs'>): void {
  const reason = missing(...subject.needs)
  if (reason !== undefined) context.skip(reason)
}
