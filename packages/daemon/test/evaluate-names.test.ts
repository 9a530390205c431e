import { dirname } from 'node:path'
import {
  buildC,
  buildGo,
  type DapClient,
  firstOf,
  missing,
  must,
  openSession,
  type ProgramName,
} from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from './support/end-sessions.js'
import { ScratchFolder } from './support/scratch-folder.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const scratch = new ScratchFolder('names')
let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterEach(() => endSessions(host))
afterAll(async () => {
  await host.stop()
  scratch.remove()
})

const write = (name: string, text: string) => scratch.write(name, text)

interface Shown {
  readonly value: string
  readonly type: string
}

interface Row extends Shown {
  readonly path: string
  readonly expression: string | undefined
}

interface Language {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly text: string
  readonly program: (source: string) => Promise<string>
  readonly args?: Readonly<Record<string, unknown>>
  /** Scopes whose rows are the program's own. */
  readonly scopes: RegExp
  /** Whether a row and what its expression gives are one value; by default their texts and types are equal. */
  readonly isSame?: (row: Shown, got: Shown) => boolean
  /** Whether a row shows no value. */
  readonly hasNoValue?: (row: Row) => boolean
  /** So many rows at least have a name to evaluate. */
  readonly atLeast: number
}

const python = `import collections, datetime, decimal, re, types
class Base:
    shared = [1, 2]
    def __init__(self):
        self.plain = 1
        self._one = 'it\\'s "quoted"'
        self.__two = {'k': [1, (2, 3)], 5: 'five', (1, 'a'): 'pair', None: 0, True: 1, 2.5: 'half', b'raw': 1}
    @property
    def computed(self):
        return 7
class Slots:
    __slots__ = ('left', 'right')
class Row(collections.namedtuple('Row', 'x y')):
    pass
class Odd(dict):
    pass
class Key:
    def __init__(self, n):
        self.n = n
    def __hash__(self):
        return 1
    def __eq__(self, other):
        return isinstance(other, Key) and other.n == self.n
def here(first, *rest, größe=3, **more):
    base = Base()
    slots = Slots()
    slots.left = [base]
    row = Row(1, [2, {'deep': (3,)}])
    odd = Odd(a=1, b=[2])
    nested = [[1, [2, [3]]], {'a': {'b': {'c': 1}}}, {1, 2}, frozenset({'x'})]
    keyed = {Key(1): 'one', datetime.date(2020, 1, 2): 'day', 'two\\nlines': 2, decimal.Decimal('1.5'): 3}
    big = 10 ** 40
    text = 'größe "x"\\n'
    long = list(range(150))
    deque = collections.deque([1, [2]])
    counter = collections.Counter('aab')
    simple = types.SimpleNamespace(a=1, b=[1])
    array = bytearray(b'ab')
    nan = float('nan')
    def inner():
        return base
    return base  # BREAK
here([1], 2, {'three': 3}, extra={'x': [1]})
`
const javascript = `'use strict'
class Base {
  #secret = [1, { deep: true }]
  plain = 1
  'with space' = { 'a-b': [1] }
  get computed() { return 7 }
  secret() { return this.#secret }
  static shared = [1]
}
class Derived extends Base {
  own = new Map([['k', [1]], [{ a: 1 }, new Set([1, [2]])]])
}
function here(first, ...rest) {
  const derived = new Derived()
  const größe = { '1': 'one', '01': 'zero one', __proto__: null, 'it\\'s "q"': 1, [Symbol('s')]: [1], [Symbol.iterator]: 1 }
  const list = [1, , [2, [3]], { a: { b: { c: 1 } } }]
  list.extra = { x: 1 }
  const big = 10n ** 40n
  const bytes = new Uint8Array([1, 2])
  const text = 'a "b" \\n'
  const date = new Date(0)
  const error = new RangeError('r', { cause: [1] })
  const long = Array.from({ length: 250 }, (_, i) => i)
  const weak = new WeakMap([[list, 1]])
  const pattern = /x/g
  const negative = -0
  const circle = { name: 'c' }
  circle.self = circle
  const fn = function named() { return derived }
  const bound = fn.bind(circle, 1)
  let later
  for (const i of [1]) {
    const list = ['inner']
    void [first, rest, derived, größe, list, big, i] // BREAK
  }
  return later
}
here.call({ me: [1] }, [1], 2, { three: 3 })
`
const go = `package main

import (
	"errors"
	"fmt"
	"time"
)

type Point struct {
	X, Y int
	next *Point
}
type Shape interface{ Area() float64 }
type Square struct {
	Point
	side float64
	tags map[string][]int
}

func (s Square) Area() float64 { return s.side * s.side }

type größe struct{ wert []string }

func here(first []int, rest ...string) int {
	point := Point{1, -2, &Point{3, 4, nil}}
	pointer := &point
	var shape Shape = Square{point, 2.5, map[string][]int{"k": {1, 2}, "it's \\"q\\"": nil}}
	var empty Shape
	keyed := map[Point]string{{1, 2, nil}: "p"}
	numbers := map[int]map[float64]string{1: {2.5: "x"}, -3: nil}
	bools := map[bool]int{true: 1, false: 0}
	matrix := [2][3]int{{1, 2, 3}, {4, 5, 6}}
	slices := [][]string{{"a"}, {"b", "c\\nd"}, nil}
	var any interface{} = []interface{}{1, "s", Point{5, 6, nil}}
	err := fmt.Errorf("outer: %w", errors.New("inner"))
	channel := make(chan int, 2)
	channel <- 1
	function := func() int { return point.X }
	long := make([]int, 150)
	wide := größe{[]string{"x"}}
	when := time.Unix(0, 0)
	runes := []rune("é")
	bytes := []byte("ab")
	complex := complex(1, -2)
	double := &pointer
	for i := 0; i < 1; i++ {
		first := "shadows"
		fmt.Sprint(first, point, pointer, shape, empty, keyed, numbers, bools, matrix, slices, any, err, channel, function(), long, wide, when, runes, bytes, complex, double) // BREAK
	}
	return len(first) + len(rest)
}

func main() {
	here([]int{1, 2}, "x", "y")
}
`
const c = `#include <stdio.h>
struct point { int x, y; struct point *next; };
union both { int whole; unsigned char bytes[4]; };
enum color { RED, GREEN = 5 };
struct shape {
  struct point corner;
  struct { int inside; } anonymous_member;
  enum color color;
  union both both;
  const char *name;
  int grid[2][3];
  unsigned flag : 3;
  int (*call)(int);
};
static int twice(int n) { return 2 * n; }
static int here(int first, const char *text) {
  struct point end = {3, 4, 0};
  struct shape shape = {{1, -2, &end}, {7}, GREEN, {258}, "it's \\"q\\"", {{1, 2, 3}, {4, 5, 6}}, 5, twice};
  struct shape *pointer = &shape;
  struct shape **twofold = &pointer;
  struct shape list[2] = {shape, shape};
  char letters[8] = "ab";
  double half = 0.5;
  float third = 1.0f / 3;
  long long big = -9000000000LL;
  unsigned char byte = 200;
  int numbers[150] = {1, 2};
  {
    int first = 9;
    printf("%d %s %p %p %s %f %f %lld %d %d\\n", first, text, (void *)twofold, (void *)list, letters, half, third, big, byte, numbers[0]); // BREAK
  }
  return first;
}
int main(void) { return here(1, "t"); }
`

const itself = (path: string) => Promise.resolve(path)
const LANGUAGES: readonly Language[] = [
  {
    adapter: 'debugpy',
    needs: ['debugpy'],
    source: 'names.py',
    text: python,
    program: itself,
    args: { console: 'internalConsole' },
    scopes: /^Locals$/,
    atLeast: 80,
  },
  {
    adapter: 'node',
    // Members of members show no preview.
    isSame: (row, got) =>
      row.type === got.type &&
      (row.value === row.type || got.value === row.value || got.value.startsWith(`${row.value} `)),
    needs: [],
    source: 'names.cjs',
    text: javascript,
    program: itself,
    scopes: /^(?!Global)/,
    atLeast: 80,
  },
  {
    adapter: 'delve',
    // A map's row names the type of the key too, and what it points to is shown less far.
    isSame: (row, got) =>
      row.type.split(': ').at(-1) === got.type && got.value.startsWith(row.value.split('*(*')[0] ?? row.value),
    needs: ['delve', 'go'],
    source: 'go/main.go',
    text: go,
    program: (source) => {
      write('go/go.mod', 'module names\n\ngo 1.19\n')
      return buildGo(dirname(source))
    },
    args: { mode: 'exec' },
    scopes: /./,
    atLeast: 80,
  },
  {
    adapter: 'lldb',
    // Behind a null pointer version 14 shows the type in place of the value.
    hasNoValue: ({ value, type }) => value === type,
    needs: ['lldb', 'cc'],
    source: 'names.c',
    text: c,
    program: buildC,
    scopes: /^(Locals|Globals)$/,
    atLeast: 80,
  },
]

/** All rows of the scopes of a frame, `levels` deep. */
async function rowsOf(
  client: DapClient,
  { frameId, scopes, levels }: { frameId: number; scopes: RegExp; levels: number },
) {
  const walk = async (variablesReference: number, path: string, depth: number): Promise<Row[]> => {
    const { variables } = await client.expectSuccess('variables', { variablesReference })
    const rows: Row[] = []
    for (const { name, value, type = '', evaluateName: expression, variablesReference: inner, ...row } of variables) {
      // A getter, which runs only when it is asked for.
      if (row.presentationHint?.lazy === true) continue
      rows.push({ path: `${path}/${name}`, value, type, expression })
      if (inner > 0 && depth > 1) rows.push(...(await walk(inner, `${path}/${name}`, depth - 1)))
    }
    return rows
  }
  const rows: Row[] = []
  const listed = await client.expectSuccess('scopes', { frameId })
  for (const { name, variablesReference } of listed.scopes)
    if (scopes.test(name)) rows.push(...(await walk(variablesReference, name, levels)))
  return rows
}

describe.each(LANGUAGES)('names to evaluate: $adapter', (language) => {
  const why = missing(...language.needs)
  const source = write(language.source, language.text)
  const line = language.text.split('\n').findIndex((text) => text.includes('// BREAK') || text.includes('# BREAK')) + 1
  let program = ''
  beforeAll(async () => {
    if (why === undefined) program = await language.program(source)
  })

  test(
    'each evaluateName, three levels down, gives its row and nothing else',
    { timeout: 240_000 },
    async ({ skip }) => {
      skip(why !== undefined, why)
      const editor = await host.dapOverSocket()
      await openSession(editor, {
        request: 'launch',
        arguments: { type: language.adapter, program, ...language.args },
        initialize: { supportsRunInTerminalRequest: false },
        breakpoints: { [source]: [line] },
        exceptionFilters: [],
      })
      const { body } = await editor.waitForEvent('stopped')
      const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId: must(body.threadId), levels: 1 })
      const frameId = firstOf(stackFrames).id
      const rows = await rowsOf(editor, { frameId, scopes: language.scopes, levels: 3 })
      const named = rows.filter((row) => row.expression !== undefined && !language.hasNoValue?.(row))
      const isSame = language.isSame ?? ((a, b) => a.value === b.value && a.type === b.type)
      const answers = named.map(async ({ path, value, type, expression }) => {
        const {
          success,
          body: got,
          message,
        } = await editor.request('evaluate', { expression: must(expression), frameId, context: 'watch' })
        if (success && isSame({ value, type }, { value: got.result, type: got.type ?? '' })) return []
        return [{ path, expression, value, type, got: success ? [got.result, got.type] : message }]
      })
      const wrong = (await Promise.all(answers)).flat()
      expect(wrong).toEqual([])
      expect(named.length).toBeGreaterThan(language.atLeast)
      await editor.expectSuccess('disconnect', { terminateDebuggee: true })
      await editor.close()
    },
  )
})
