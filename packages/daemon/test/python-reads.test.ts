import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DapClient, missing, must, openSession } from '@dapplex/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPrincipal } from '../src/index.js'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { PATIENT } from './support/prepared-program.js'
import type { RpcClient } from './support/rpc-client.js'

/** Each way in which Python runs code of a program to read something adds one to `ran`. */
const PROGRAM = `import collections, dataclasses, enum, functools, types
ran = 0
def count():
    global ran
    ran += 1
    return ran
class Custom:
    def __get__(self, owner, cls=None): return count()
class Color(enum.Enum):
    RED = 1
@dataclasses.dataclass
class Order:
    item: str
    loud: object = None
Point = collections.namedtuple('Point', 'x y')
class Meter:
    kind = 'gauge'
    custom = Custom()
    def __init__(self): self.plain = 5
    @property
    def next(self): return count()
    @functools.cached_property
    def cached(self): return count()
class Slots:
    __slots__ = ('left', 'right')
    def __init__(self): self.left = 1
class Served:
    def __init__(self): self.here = 1
    def __getattr__(self, name): return count()
class Guarded:
    def __init__(self): object.__setattr__(self, 'here', 1)
    def __getattribute__(self, name):
        count()
        return object.__getattribute__(self, name)
class Items:
    def __getitem__(self, key): return count()
class Loud:
    def __init__(self, n=0): self.n = n
    def __repr__(self): return 'Loud %d' % count()
    def __str__(self): return 'Loud %d' % count()
    def __len__(self): return count()
    def __bool__(self): return bool(count())
    def __hash__(self):
        count()
        return 1
    def __eq__(self, other): return count() < 0
    def __dir__(self): return ['n', str(count())]
    @property
    def __class__(self): return type(count())
class LoudList(list):
    def __iter__(self): return iter([count()])
    def __getitem__(self, key): return count()
    def __len__(self): return count()
class LoudDict(dict):
    def items(self): return [(count(), 1)]
    def __missing__(self, key): return count()
class Meta(type):
    def __getattr__(cls, name): return count()
    def __repr__(cls): return str(count())
class Made(metaclass=Meta):
    here = 1
lazy = types.ModuleType('lazy')
exec('here = 3\\ndef __getattr__(name): return count()', lazy.__dict__)
lazy.count = count
class Failure(Exception):
    def __repr__(self): return str(count())
def total(n):
    s = 0
    kept = Loud()
    for i in range(n):
        s = s + i # LOOP
    return s
def main():
    m, s, served, guarded, items, loud = Meter(), Slots(), Served(), Guarded(), Items(), Loud()
    point, order, color, failure, made = Point(1, loud), Order('x', loud), Color.RED, Failure(loud), Made
    ds = {'a': 1, 5: m, loud: 2, Loud(1): loud}
    ls, lists, dicts, bag, method = [m, loud, [loud]], LoudList([1, loud]), LoudDict(a=loud), {loud}, m.next.__class__
    missing, handlers = collections.defaultdict(count), [count, Loud]
    values = 'ready'
    values = 'read' # STOP
    total(60)
main()
`
const lineOf = (mark: string) => PROGRAM.split('\n').findIndex((text) => text.includes(mark)) + 1

const why = missing('debugpy')
const { host, agent } = await daemonWithAgent()

describe.skipIf(why !== undefined)('in Python a read runs no code of the program', () => {
  let observer: RpcClient
  let editor: DapClient
  let session_id = ''
  let about: { readonly session_id: string }
  let atLaunch: string
  /** What `ran` was when main began to stand; an expression, as the surface itself may not read through a cache here. */
  const ran = async () => Number((await agent.call('evaluate', { ...about, expression: 'ran + 0' })).result)
  /** How often code of the program ran for something. */
  const runs = async (what: () => Promise<unknown>) => {
    const before = await ran()
    await what()
    return (await ran()) - before
  }
  beforeAll(async () => {
    const token = addPrincipal(join(host.home, 'principals.json'), { name: 'watcher', role: 'observer' })
    const program = join(host.home, 'reads.py')
    writeFileSync(program, PROGRAM.replace("values = 'ready'", "values = 'ready'; started = ran"))
    const launched = await agent.call('debug_launch', {
      program,
      breakpoints: [{ file: program, line: lineOf('STOP') }],
      detail: 'full',
      ...PATIENT,
    })
    atLaunch = JSON.stringify(launched.values)
    session_id = launched.session_id
    about = { session_id }
    observer = await host.agentWith(token)
    editor = await host.dapOverSocket('editor')
    await openSession(editor, { request: 'attach', arguments: { dapplexSession: session_id } })
    return async () => {
      await observer.close()
      await editor.close()
    }
  }, PATIENT.timeout_ms)

  test('the digest of a stop, a step and what the recorder reads meanwhile', async () => {
    expect(atLaunch).toContain('{plain: 5')
    expect(await runs(() => agent.call('wait_for_stop', { ...about, detail: 'full' }))).toBe(0)
    expect((await agent.call('evaluate', { ...about, expression: 'ran - started' })).result).toBe('0')
    const { values } = await agent.call('debug_step', { ...about, action: 'over', detail: 'full' })
    expect(values).toContainEqual(expect.objectContaining({ name: 'values', value: "'read'", changed: true }))
    expect((await agent.call('evaluate', { ...about, expression: 'ran - started' })).result).toBe('0')
  })

  test.each([
    { path: 'm.plain', value: '5' },
    { path: 'm.kind', value: "'gauge'" },
    { path: 's.left', value: '1' },
    { path: 'served.here', value: '1' },
    { path: 'point.x', value: '1' },
    { path: 'point[0]', value: '1' },
    { path: 'order.item', value: "'x'" },
    { path: 'color.value', value: '1' },
    { path: 'Color.RED', value: '<Color.RED: 1>', isOfClass: true },
    { path: 'made.here', value: '1', isOfClass: true },
    { path: 'lazy.here', value: '3' },
    { path: 'ls[0].plain', value: '5' },
    { path: 'ds[5].plain', value: '5' },
    { path: 'loud', value: expect.stringMatching(/^<__main__\.Loud object at 0x/) },
    { path: 'ls', value: expect.stringMatching(/^\[<__main__\.Meter object at .*>, <__main__\.Loud object at .*\]$/) },
    { path: 'order', value: expect.stringMatching(/^Order\(item='x', loud=<__main__\.Loud object/) },
    { path: 'failure', value: expect.stringMatching(/^<__main__\.Failure object/) },
  ])(
    '$path: what stands there is read, by an observer too where a listing has it',
    async ({ path, value, isOfClass }) => {
      const asked = { ...about, expression: path, allow_side_effects: false }
      const count = await runs(async () => {
        expect(await agent.call('evaluate', asked)).toMatchObject({ result: value })
        const reader = isOfClass === true ? agent : observer
        expect(await reader.call('object_inspect', { ...about, object_ref: path, depth: 3 })).toMatchObject({
          inspection: { value },
        })
      })
      expect(count).toBe(0)
    },
  )

  test.each([
    { path: 'm.next', kind: 'a property' },
    { path: 'm.cached', kind: 'a cached property' },
    { path: 'm.custom', kind: 'a descriptor' },
    { path: 'served.other', kind: 'has __getattr__' },
    { path: 'guarded.here', kind: 'has __getattribute__', stored: '1' },
    { path: 'items[0]', kind: 'has __getitem__' },
    { path: 'lists[0]', kind: 'has __getitem__', stored: '1' },
    { path: 'dicts[7]', kind: 'has __missing__' },
    { path: 'missing[7]', kind: 'has __missing__' },
    { path: 'made.other', kind: 'has __getattr__' },
    { path: 'lazy.other', kind: 'the module has __getattr__' },
    { path: 'loud.__class__', kind: 'a property' },
  ])('$path: code of the program is run only for who asks for an evaluation', async ({ path, kind, stored }) => {
    const read = { ...about, expression: path, allow_side_effects: false }
    const refused = { data: { type: 'EVAL_FAILED', kind: 'side_effects', reason: expect.stringContaining(kind) } }
    const forbidden = { data: { type: 'FORBIDDEN', role: 'observer' } }
    const unread = { data: { type: 'INVALID_REFERENCE', reason: expect.stringMatching(`${kind}.*; evaluate runs it`) } }
    const unasked = await runs(async () => {
      expect(await agent.failure('evaluate', read)).toMatchObject(refused)
      const inspected = { ...about, object_ref: path }
      if (stored !== undefined) {
        expect(await observer.call('object_inspect', inspected)).toMatchObject({ inspection: { value: stored } })
        return
      }
      expect(await observer.failure('object_inspect', inspected)).toMatchObject(forbidden)
      expect(await observer.failure('variables_get', { ...about, expand: path })).toMatchObject(forbidden)
      // What stands in a listing can be asked for; the rest is read by evaluate alone.
      if (!path.startsWith('m.')) expect(await agent.failure('object_inspect', inspected)).toMatchObject(unread)
    })
    expect(unasked).toBe(0)
    const mark = editor.mark()
    expect(await runs(() => agent.call('evaluate', { ...about, expression: path }))).toBe(1)
    await editor.waitForEvent('output', ({ body }) => body.output.includes(`evaluated ${path}`), { after: mark })
  })

  test('what is computed is told by variables_get and object_inspect to who may evaluate', async () => {
    const now = await ran()
    const { variables } = await agent.call('variables_get', { ...about, expand: 'm.next' })
    expect(variables).toMatchObject([{ name: 'next', value: String(now + 1), evaluate_name: 'm.next' }])
    const { inspection } = await agent.call('object_inspect', { ...about, object_ref: 'm.next' })
    expect(inspection).toMatchObject({ value: String(now + 2) })
  })

  test('listings have what stands in a value, and rows to be asked for', async () => {
    const listed = async (expand: string) => {
      const { variables } = await observer.call('variables_get', { ...about, expand })
      return variables.map(({ name, value }) => [name, value])
    }
    const count = await runs(async () => {
      expect(await listed('m')).toEqual([
        // Where it has been asked for, functools has kept its value.
        ['cached', expect.any(String)],
        ['custom', '(...)'],
        ['kind', "'gauge'"],
        ['next', '(...)'],
        ['plain', '5'],
      ])
      expect(await listed('guarded')).toEqual([['here', '1']])
      expect(await listed('loud')).toEqual([['n', '0']])
      expect(await listed('s')).toEqual([['left', '1']])
      expect(await listed('lists')).toEqual([
        ['0', '1'],
        ['1', expect.stringMatching(/^<__main__\.Loud object/)],
      ])
      const unnamed = expect.stringMatching(/^<__main__\.Loud object/)
      expect((await listed('ds')).map(([name]) => name)).toEqual(["'a'", '5', unnamed, unnamed])
      for (const name of ['dicts', 'bag', 'point', 'order', 'color', 'failure', 'missing', 'items', 'served'])
        await listed(name)
      expect((await listed('handlers')).map(([name]) => name)).toEqual(['0', '1'])
      // Classes and modules of the file are in no scope that a listing has.
      for (const expand of ['made', 'lazy']) await agent.call('variables_get', { ...about, expand })
      await observer.call('variables_get', about)
    })
    expect(count).toBe(0)
  })

  test('what an editor reads is what debugpy gives, and an inspection after it is read anew', async () => {
    const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId: 1, levels: 1 })
    const frameId = must(stackFrames[0]).id
    const of = async (expression: string) => {
      const asked = { expression, frameId, context: 'watch' }
      return (await editor.expectSuccess('evaluate', asked)).variablesReference
    }
    const meter = await of('m')
    const expand = { ...about, expand: 'm' }
    const cached = async () => (await agent.call('variables_get', expand))._meta.cache?.hit
    await agent.call('variables_get', expand)
    expect(await cached()).toBe(true)
    const { variables } = await editor.expectSuccess('variables', { variablesReference: meter })
    expect(Number(variables.find(({ name }) => name === 'next')?.value)).toBeGreaterThan(0)
    expect(await cached()).toBe(false)
    expect(await cached()).toBe(true)
    const mark = editor.mark()
    const watcher = await host.dapOverSocket('second')
    await openSession(watcher, { request: 'attach', arguments: { dapplexSession: session_id } })
    const frame = must((await watcher.expectSuccess('stackTrace', { threadId: 1, levels: 1 })).stackFrames[0])
    await watcher.expectSuccess('evaluate', { expression: 'm.next', frameId: frame.id, context: 'watch' })
    const told = ({ body }: { readonly body: { readonly output: string } }) =>
      body.output.includes('evaluated m.next, which runs')
    await editor.waitForEvent('output', told, { after: mark })
    expect(await cached()).toBe(false)
    // A plain value runs nothing, so what is kept is right.
    await watcher.expectSuccess('evaluate', { expression: 'm.plain', frameId: frame.id, context: 'watch' })
    expect(await cached()).toBe(true)
    await watcher.close()
  })

  test('writing one attribute reads none of the others', async () => {
    expect(await runs(() => agent.call('set_variable', { ...about, name: 'm.plain', value: 6 }))).toBe(0)
    expect((await agent.call('evaluate', { ...about, expression: 'm.plain' })).result).toBe('6')
  })

  test('a call that records its own lines', async () => {
    const functions = [{ file: join(host.home, 'reads.py'), line: lineOf('LOOP') }]
    const count = await runs(async () => {
      const traced = await agent.call('trace_run', { ...about, functions, max_calls: 1, max_steps: 200 })
      expect(traced.steps).toBeGreaterThan(100)
    })
    expect(count).toBe(0)
  })
})
