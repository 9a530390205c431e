import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { evaluate, runGallery, type Stopped } from './shim-session.js'

interface Row {
  readonly text: string
  readonly want: string | RegExp
  readonly why: string
}

/** One program stopped at a marker, and what expressions give there. */
function table(marker: string, scenario: string, rows: readonly Row[]): void {
  describe(`whole C# at '${marker}'`, () => {
    const scope = new Scope()
    let at: Stopped
    beforeAll(async () => {
      at = await runGallery(scope, { scenarios: [scenario], stops: [marker] })
    }, 240_000)
    afterAll(() => scope.end())
    test.each(rows)('$why: $text', async ({ text, want }) => {
      const got = await evaluate(at, text)
      if (typeof want === 'string') expect(got).toBe(want)
      else expect(got).toMatch(want)
    })
  })
}

const LIST = 'System.Collections.Generic.List'

describe('expressions', () => {
  table('report', 'report', [
    { text: 'users.Where(u => u.IsActive).Count()', want: '1 : int', why: 'the seed’s own LINQ example' },
    {
      text: 'orders.Where(o => o.Status == Status.Pending).ToList()',
      want: `Count = 2 : ${LIST}<Gallery.Model.Order>`,
      why: 'the seed’s other one, as this program has it',
    },
    {
      text: 'numbers.GroupBy(x => x % 2).Select(g => new { g.Key, N = g.Count() }).First().N',
      want: '2 : int',
      why: 'anonymous types made by the expression',
    },
    { text: '(from o in orders where o.Id > 0 select o.Id).Sum()', want: '3 : int', why: 'query syntax' },
    { text: '((Special)basic).Rank', want: '7 : int', why: 'a cast to the runtime type' },
    { text: 'basic as Order', want: /^! CS0039/, why: 'a cast that can never be is the compiler’s error' },
    {
      text: '(string)boxed',
      want: /^! InvalidCastException: .*Int32.*String/,
      why: 'a cast that fails is an exception',
    },
    { text: 'new Order { Id = 3 }.Id', want: '3 : int', why: 'new with an initializer' },
    {
      text: 'customer is { Id: 42 } ? $"{customer.Name}!" : "no"',
      want: '"John!" : string',
      why: 'pattern, interpolation',
    },
    { text: 'numbers is [3, .., 9]', want: 'true : bool', why: 'a list pattern' },
    {
      text: 'Convert.ToInt32("5") switch { 5 => "five", _ => "other" }',
      want: '"five" : string',
      why: 'a switch expression',
    },
    { text: 'customer._blob.Length', want: '16 : int', why: 'a private field of another class' },
    { text: 'customer.Secret', want: '"internal" : string', why: 'an internal field' },
    { text: 'customer.Visits(2)', want: '5 : int', why: 'a private method of another class' },
    { text: 'Region(1)', want: '"e" : string', why: 'a private method of this, named without it' },
    { text: '_orders.Count + s_calls', want: '103 : int', why: 'a field of this and a private static one' },
    { text: 'this._region + _region', want: '"eueu" : string', why: 'with and without this' },
    {
      text: 'Gallery.Program.Fibonacci(12)',
      want: '144 : int',
      why: 'a private static method, and recursion that ends',
    },
    { text: 'Program.Fibonacci(5)', want: '5 : int', why: 'a name of the namespace around' },
    {
      text: 'System.Numerics.BigInteger.Pow(2, 70)',
      want: '1180591620717411303424 : System.Numerics.BigInteger',
      why: 'a namespace that no using names',
    },
    { text: 'Text.Equals(text, null)', want: 'false : bool', why: 'an alias of the file’s usings' },
    { text: 'new Dictionary<string, List<int>> { ["a"] = new() { 1 } }["a"][0]', want: '1 : int', why: 'generics' },
    { text: 'customer?.Friend?.Name', want: '"John" : string', why: 'null-conditional' },
    { text: 'nobody?.Name', want: 'null : string', why: 'null-conditional on null' },
    {
      text: 'nobody.Name',
      want: '! NullReferenceException: Object reference not set to an instance of an object.',
      why: 'null is told as the exception it is',
    },
    { text: 'customer[1]', want: '10 : int', why: 'an indexer of the program' },
    { text: 'customer.Tags["gold"]', want: '1 : int', why: 'an indexer of a dictionary' },
    {
      text: 'orders.Sum() + orders.Count(o => o.IsCheap())',
      want: '32 : decimal',
      why: 'extension methods of the program',
    },
    { text: 'twice(10)', want: '25 : int', why: 'a lambda that has captured a local' },
    {
      text: 'numbers.Where(n => n > local).ToArray()',
      want: '{int[2]} : int[]',
      why: 'a local captured by the expression’s own lambda',
    },
    { text: 'first.Twice()', want: '25.0 : decimal', why: 'a struct local' },
    { text: 'second + 1', want: '7 : int', why: 'a ref local' },
    { text: 'pair.Count + pair.Name.Length', want: '8 : int', why: 'the names of a tuple’s elements' },
    { text: 'anonymous.Label + anonymous.Id', want: '"x42" : string', why: 'a local of anonymous type' },
    { text: 'dyn.Orders.Count + 1', want: '4 : int', why: 'dynamic' },
    { text: '(int)boxed + 1', want: '43 : int', why: 'a boxed int is not its address' },
    { text: '(Status)status == Status.Shipped', want: 'true : bool', why: 'a boxed enum' },
    { text: 'maybe ?? 7', want: '7 : int', why: 'a nullable without a value' },
    {
      text: 'person with { Age = 40 }',
      want: 'Person { Name = "Ada", Age = 40 } : Gallery.Model.Person',
      why: 'a record',
    },
    { text: '@class + "!"', want: '"keyword!" : string', why: 'a local that is named like a keyword' },
    { text: 'local > 0 ? local * 2 : -1', want: '10 : int', why: 'what the compiler computes from known values' },
    { text: 'local + 1u', want: '6 : long', why: 'an int variable beside a uint is no constant' },
    { text: 'local + 2147483647', want: '-2147483644 : int', why: 'an overflow runs as in the program' },
    { text: '1 / (local - 5)', want: /^! DivideByZeroException: /, why: 'a division by zero runs as in the program' },
    { text: 'query.Count()', want: '2 : int', why: 'an iterator of LINQ, whose type has no name' },
    { text: 'words[0].ToUpper()', want: '"ONE" : string', why: 'an element of an array' },
    { text: 'typeof(Order)', want: /^typeof\(Gallery.Model.Order\)/, why: 'typeof' },
    { text: 'int.Parse("zz")', want: /^! FormatException: /, why: 'an exception has its type and message' },
    {
      text: 'customer.Nmae',
      want: /^! CS1061: 'Customer' does not contain a definition for 'Nmae'/,
      why: 'a typing error',
    },
    { text: '1 +', want: /^! CS1733: /, why: 'half an expression' },
    { text: 'await Task.FromResult(1)', want: /await cannot be used here/, why: 'await is refused with the reason' },
  ])

  table('after await', 'async', [
    { text: 'before + after', want: '23 : int', why: 'hoisted locals after the await' },
    {
      text: 'customer.Orders.Count(o => o.Id < after)',
      want: '3 : int',
      why: 'an argument of an async method, in a lambda',
    },
    { text: '_region.Length + milliseconds', want: '7 : int', why: 'this of an async method' },
  ])
  table('iterator', 'iterator', [
    { text: 'squares.Sum() + count + i', want: '3 : int', why: 'locals and arguments of an iterator' },
  ])
  table('lambda', 'lambda', [
    { text: 'doubled > threshold', want: 'false : bool', why: 'a captured local beside the lambda’s own' },
    { text: '_region + value', want: '"eu1" : string', why: 'this of a lambda' },
  ])
  table('generic method', 'generic', [
    { text: 'typeof(T).Name', want: '"Customer" : string', why: 'the type argument of a generic method' },
    {
      text: 'new List<T> { item }',
      want: `Count = 1 : ${LIST}<Gallery.Model.Customer>`,
      why: 'new of the type argument',
    },
  ])
  table('nested generic', 'generic', [
    { text: 'typeof(TKey).Name + typeof(TValue).Name', want: '"Int32String" : string', why: 'a nested generic class' },
    { text: '_content[key].Length + count', want: '6 : int', why: 'private members of a nested generic class' },
  ])
})
