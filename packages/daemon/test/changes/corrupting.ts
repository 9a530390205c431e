import { buildC, buildDotnet, buildGo, fixture, type ProgramName } from '@dapplex/testkit'

/** The program `corrupt` in one language: one of five methods changes the balance of an account. */
export interface Corrupting {
  readonly name: string
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  /** The path of the balance as `main` and as a method sees it, and the function that changes it. */
  readonly balance: string
  readonly own: string
  readonly function: string
  /** With the argument `wait` it waits for a line after it has printed the size. */
  readonly waits?: true
  /** How its changes are found, where that is not by steps: by a helper in the program, or as the version of the adapter can. */
  readonly by?: 'helper' | 'version'
  /** An expression that is false where nothing of the search is left in the program. */
  readonly left?: { readonly expression: string; readonly result: string }
}

const program = (path: string) => fixture(`programs/${path}`)

export const corrupting: readonly Corrupting[] = [
  {
    name: 'Python',
    adapter: 'debugpy',
    needs: ['debugpy'],
    source: program('python/corrupt.py'),
    balance: 'account.balance',
    own: 'self.balance',
    by: 'helper',
    left: { expression: "'__dapplex_held__' in dir(__import__('builtins'))", result: 'False' },
    function: 'audit',
  },
  {
    name: 'JavaScript',
    adapter: 'node',
    needs: [],
    source: program('node/corrupt.cjs'),
    balance: 'account.balance',
    own: 'this.balance',
    left: { expression: "'__dapplexHeld' in globalThis", result: 'false' },
    function: 'audit',
  },
  {
    name: 'Common Lisp',
    adapter: 'swank',
    needs: ['sbcl'],
    source: program('lisp/corrupt.lisp'),
    balance: 'account.balance',
    own: 'account.balance',
    waits: true,
    by: 'helper',
    left: { expression: 'dapplex::*watches*', result: 'nil' },
    function: 'audit',
  },
  {
    name: 'Go',
    adapter: 'delve',
    needs: ['go', 'delve'],
    source: program('go/corrupt/main.go'),
    build: () => buildGo(program('go/corrupt')),
    balance: 'account.balance',
    own: 'a.balance',
    function: 'main.(*Account).Audit',
  },
  {
    name: 'C#',
    adapter: 'netcoredbg',
    needs: ['dotnet', 'netcoredbg'],
    source: program('dotnet/corrupt/Program.cs'),
    build: () => buildDotnet(program('dotnet/corrupt/corrupt.csproj')),
    balance: 'account.Balance',
    own: 'this.Balance',
    function: 'Audit',
  },
  {
    name: 'C',
    adapter: 'lldb',
    needs: ['lldb', 'cc'],
    source: program('c/corrupt.c'),
    build: () => buildC(program('c/corrupt.c')),
    balance: 'account->balance',
    own: 'account->balance',
    waits: true,
    by: 'version',
    function: 'audit',
  },
]
