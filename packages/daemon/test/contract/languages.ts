import { buildC, buildDotnet, fixture, markerLine, type ProgramName } from '@dapplex/testkit'

/** The program `orders` in one language, and how that language spells what the calls ask for. */
export interface Language {
  readonly name: string
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  /** An expression that is a number, one that cannot be read, and one that throws. */
  readonly sum: string
  readonly unreadable: string
  readonly throwing: string
  /** A member of `order`, a number. */
  readonly slot: string
  readonly className: string
  readonly functionName: string
  readonly packageName: string
  readonly exceptionType: string
}

const program = (path: string) => fixture(`programs/${path}`)

export const languages: readonly Language[] = [
  {
    name: 'Common Lisp',
    adapter: 'swank',
    needs: ['sbcl'],
    source: program('lisp/orders.lisp'),
    sum: '(+ count index)',
    unreadable: '(+ count',
    throwing: '(error "no such order")',
    slot: 'quantity',
    className: 'orders::order',
    functionName: 'orders::total',
    packageName: 'orders',
    exceptionType: 'division-by-zero',
  },
  {
    name: 'C#',
    adapter: 'netcoredbg',
    needs: ['dotnet', 'netcoredbg'],
    source: program('dotnet/orders/Program.cs'),
    build: () => buildDotnet(program('dotnet/orders/orders.csproj')),
    sum: 'count + index',
    unreadable: 'count +',
    throwing: 'int.Parse("no such order")',
    slot: 'Quantity',
    className: 'Order',
    functionName: 'Orders.Program.Total',
    packageName: 'System.Collections.Generic',
    exceptionType: 'System.DivideByZeroException',
  },
  {
    name: 'Python',
    adapter: 'debugpy',
    needs: ['debugpy'],
    source: program('python/orders.py'),
    sum: 'count + index',
    unreadable: 'count +',
    throwing: '1 // 0',
    slot: 'quantity',
    className: 'Order',
    functionName: 'total',
    packageName: 'time',
    exceptionType: 'ZeroDivisionError',
  },
  {
    name: 'JavaScript',
    adapter: 'node',
    needs: [],
    source: program('node/orders.js'),
    sum: 'count + index',
    unreadable: 'count +',
    throwing: 'null.customer',
    slot: 'quantity',
    className: 'Order',
    functionName: 'total',
    packageName: 'Math',
    exceptionType: 'TypeError',
  },
  {
    name: 'C',
    adapter: 'lldb',
    needs: ['lldb', 'cc'],
    source: program('c/orders.c'),
    build: () => buildC(program('c/orders.c')),
    sum: 'count + index',
    unreadable: 'count +',
    throwing: '*(int *)0',
    slot: 'quantity',
    className: 'order',
    functionName: 'total',
    packageName: 'orders',
    exceptionType: 'std::exception',
  },
]

export const lineOf = ({ source }: Language, mark: string): number => markerLine(source, `BREAK: ${mark}`)
