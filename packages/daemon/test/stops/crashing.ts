import { buildDotnet, buildGo, fixture, type ProgramName } from '@dapplex/testkit'

/** The program `crash` in one language: nothing catches what goes wrong in a function two calls deep. */
export interface Crashing {
  readonly name: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  /** The function and its values that explain the crash. */
  readonly function: string
  readonly values: Readonly<Record<string, string>>
  readonly exception: { readonly type: string; readonly message: RegExp }
  /** What standard error says if nobody stops the program. */
  readonly stderr: RegExp
  /** Its adapter stops at a crash whatever it is asked for. */
  readonly stopsAlways?: true
}

const program = (path: string) => fixture(`programs/${path}`)

export const crashing: readonly Crashing[] = [
  {
    name: 'Python',
    needs: ['debugpy'],
    source: program('python/crash.py'),
    function: 'price_of',
    values: { item: "'plum'", count: '5' },
    exception: { type: 'KeyError', message: /plum/ },
    stderr: /^Traceback .*[^]*in price_of\n[^]*KeyError: 'plum'$/,
  },
  {
    name: 'JavaScript',
    needs: [],
    source: program('node/crash.cjs'),
    function: 'priceOf',
    values: { item: "'plum'", count: '5', price: 'undefined' },
    exception: { type: 'TypeError', message: /reading 'unit'/ },
    stderr: /TypeError: Cannot read properties of undefined[^]*at priceOf/,
  },
  {
    name: 'Common Lisp',
    needs: ['sbcl'],
    source: program('lisp/crash.lisp'),
    function: 'price-of',
    values: { item: '"plum"', count: '5', unit: 'nil' },
    exception: { type: 'type-error', message: /nil is not of type number/i },
    stderr: /type-error/i,
  },
  {
    name: 'Go',
    needs: ['go', 'delve'],
    source: program('go/crash/main.go'),
    // Delve builds into the folder of the program, where two sessions would share one file.
    build: () => buildGo(program('go/crash')),
    function: 'priceOf',
    values: { kind: '5', count: '5' },
    exception: { type: 'panic', message: /index out of range \[5\] with length 2/ },
    stderr: /^panic: .*[^]*main\.priceOf/,
    stopsAlways: true,
  },
  {
    name: 'C#',
    needs: ['dotnet', 'netcoredbg'],
    source: program('dotnet/crash/Program.cs'),
    build: () => buildDotnet(program('dotnet/crash/crash.csproj')),
    function: 'PriceOf',
    values: { item: '"plum"', count: '5', price: 'null' },
    exception: { type: 'NullReferenceException', message: /not set to an instance/ },
    stderr: /^Unhandled exception\. System\.NullReferenceException[^]*Program\.PriceOf/,
    stopsAlways: true,
  },
]
