import { byName, must } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { ask, children, evaluate, runGallery, variables, type Row, type Stopped } from './shim-session.js'

interface Inspection {
  readonly address?: string
  readonly typeName: string
  readonly size: number
  readonly value: string
  readonly isNull: boolean
  readonly hasCircularRef: boolean
  readonly truncated: boolean
  readonly objectId?: number
  readonly total: number
  readonly fields: readonly Field[]
}

interface Field {
  readonly name: string
  readonly typeName: string
  readonly value: string
  readonly offset?: number
  readonly size: number
  readonly hasChildren: boolean
  readonly circular?: boolean
  readonly fields?: readonly Field[]
}

/** Text and type of every local of the scenario `values`. */
const readable: readonly { name: string; value: string; why: string }[] = [
  { name: 'list', value: 'Count = 3', why: 'a list' },
  { name: 'dictionary', value: 'Count = 2', why: 'a dictionary' },
  { name: 'set', value: 'Count = 2', why: 'a set' },
  { name: 'immutable', value: 'Length = 2', why: 'an immutable array' },
  { name: 'immutableMap', value: 'Count = 1', why: 'an immutable dictionary' },
  { name: 'concurrent', value: 'Count = 1', why: 'a concurrent dictionary' },
  { name: 'queue', value: 'Count = 2', why: 'a queue' },
  { name: 'tuple', value: '(1, "two", 3.5)', why: 'a tuple' },
  { name: 'person', value: 'Person { Name = "Ada", Age = 36 }', why: 'a record' },
  { name: 'pair', value: 'Pair { Left = 1, Right = 2 }', why: 'a record struct' },
  { name: 'date', value: '2024-02-29 12:30:00Z', why: 'a date' },
  { name: 'guid', value: '01234567-89ab-cdef-0123-456789abcdef', why: 'a Guid' },
  {
    name: 'shelf',
    value: 'top has 2 items of {Kind()}',
    why: '[DebuggerDisplay], which calls a method of the program',
  },
  { name: 'matrix', value: '{int[2, 2]}', why: 'an array of two dimensions' },
  { name: 'jagged', value: '{int[2][]}', why: 'an array of arrays' },
  { name: 'big', value: 'Count = 2000000', why: 'a list of two million' },
  { name: 'chain', value: '{Node}', why: 'an object with nothing to say' },
  { name: 'failure', value: '{InvalidOperationException: outer}', why: 'an exception' },
]

describe('values', () => {
  const scope = new Scope()
  let at: Stopped
  let locals: readonly Row[] = []
  const local = (name: string) => byName(locals, name)
  const below = async (name: string) => children(at, local(name).variablesReference)
  beforeAll(async () => {
    at = await runGallery(scope, { scenarios: ['values'], stops: ['values'] })
    locals = (await variables(at))['Locals'] ?? []
  })
  afterAll(() => scope.end(), 120_000)

  test.each(readable)('$why: $name', ({ name, value }) => expect(local(name).value).toBe(value))

  test('enums with flags, nullable and strings with escapes and NUL by evaluate', async () => {
    expect(await evaluate(at, 'rights')).toMatch(/^Read \| Delete/)
    expect(await evaluate(at, 'some')).toMatch(/^5/)
    expect(await evaluate(at, 'text + "!"')).toBe('"tab\\t quote\\" nul\\0 end!" : string')
  })

  test('items of collections, by name', async () => {
    expect((await below('list')).map(({ name, value }) => [name, value])).toEqual([
      ['[0]', '1'],
      ['[1]', '2'],
      ['[2]', '3'],
      ['Raw View', ''],
    ])
    expect((await below('dictionary')).map(({ name }) => name)).toEqual(['["a"]', '["b"]', 'Raw View'])
    expect((await below('set')).map(({ value }) => value).slice(0, 2)).toEqual(['"x"', '"y"'])
    expect((await below('concurrent')).map(({ name, value }) => [name, value])[0]).toEqual(['[4]', '"four"'])
    expect((await below('memory')).map(({ value }) => value).slice(0, 3)).toEqual(['1', '2', '3'])
    expect((await below('matrix')).map(({ name, value }) => [name, value])[3]).toEqual(['[1, 1]', '4'])
  })

  test('the raw view has the fields', async () => {
    const raw = byName(await below('list'), 'Raw View')
    const names = (await children(at, raw.variablesReference)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['_items', '_size', '_version']))
  })

  test('a page of two million', async () => {
    const { variablesReference } = local('big')
    const page = { variablesReference, start: 1_999_998, count: 2, filter: 'indexed' as const }
    const body = await at.client.expectSuccess('variables', page)
    expect(body.variables.map(({ name, value }) => [name, value])).toEqual([
      ['[1999998]', '1999998'],
      ['[1999999]', '1999999'],
    ])
  })

  test('[DebuggerBrowsable] hides a field; [DebuggerTypeProxy] of the program is a row that is opened', async () => {
    const rows = await below('wrapper')
    expect(rows.map(({ name, value }) => [name, value])).toEqual([
      ['_inner', '{int[3]}'],
      ['Debugger View', ''],
    ])
    const opened = await children(at, byName(rows, 'Debugger View').variablesReference)
    expect(opened.map(({ name, value }) => [name, value])).toEqual([
      ['Length', '3'],
      ['[0]', '4'],
      ['[1]', '5'],
      ['[2]', '6'],
    ])
  })

  test('getters are not run by a listing; one that is opened is, in its time', async () => {
    const rows = await below('trouble')
    const throws = byName(rows, 'Throws')
    expect(throws.presentationHint).toMatchObject({ lazy: true })
    const [opened] = await children(at, throws.variablesReference)
    expect(must(opened).value).toContain('threw InvalidOperationException: this getter always fails')
    const never = byName(rows, 'NeverReturns')
    const [cut] = await children(at, never.variablesReference)
    expect(must(cut).value).toContain('no answer within')
    expect(await evaluate(at, 'trouble.Plain + 1')).toBe('13 : int')
  })

  test('a cycle of ten levels is bounded and marked', async () => {
    const { inspection } = await ask<{ inspection: Inspection }>(at, 'dapplex_objectInspect', {
      expression: 'chain',
      depth: 10,
    })
    expect(inspection.hasCircularRef).toBe(true)
    let fields = inspection.fields
    let levels = 1
    for (let next = fields.find(({ name }) => name === 'Next'); next?.fields !== undefined; levels++) {
      fields = next.fields
      next = fields.find(({ name }) => name === 'Next')
    }
    expect(levels).toBe(10)
  })

  test('seed 001: address, sizes and offsets are what the runtime has', async () => {
    const { inspection } = await ask<{ inspection: Inspection }>(at, 'dapplex_objectInspect', {
      expression: 'failure.InnerException',
    })
    expect(inspection.address).toMatch(/^0x[0-9A-F]{16}$/)
    const node = await ask<{ inspection: Inspection }>(at, 'dapplex_objectInspect', { expression: 'chain' })
    expect(node.inspection).toMatchObject({ typeName: 'Gallery.Model.Node', isNull: false, truncated: false })
    for (const field of node.inspection.fields) {
      // By other means: the distance of the field's address from the object's, and sizeof, in the program itself.
      const offset = `(long)System.Runtime.CompilerServices.Unsafe.ByteOffset(ref System.Runtime.CompilerServices.Unsafe.As<System.Runtime.CompilerServices.StrongBox<byte>>(chain).Value, ref System.Runtime.CompilerServices.Unsafe.As<${field.name === 'Next' ? 'Node' : 'int'}, byte>(ref chain.${field.name})) + 8`
      expect(await evaluate(at, offset)).toBe(`${field.offset} : long`)
      expect(field.size).toBe(field.name === 'Next' ? 8 : 4)
    }
    expect(
      await evaluate(at, 'System.Runtime.InteropServices.Marshal.ReadInt32(typeof(Node).TypeHandle.Value, 4)'),
    ).toBe(`${node.inspection.size} : int`)
  })

  test('inspect_object: kinds, paging, unknown ids', async () => {
    const list = await ask<{ kind: string; elements: Row[]; totalElements: number }>(at, 'dapplex_inspectObject', {
      expression: 'big',
      maxElements: 2,
      start: 10,
    })
    expect(list).toMatchObject({ kind: 'list', totalElements: 2_000_000 })
    expect(list.elements.map(({ value }) => value)).toEqual(['10', '11'])
    const kinds = [
      ['dictionary', 'dictionary'],
      ['matrix', 'array'],
      ['pair', 'struct'],
      ['chain', 'object'],
    ] as const
    for (const [expression, kind] of kinds)
      expect(await ask(at, 'dapplex_inspectObject', { expression, maxDepth: 1 })).toMatchObject({ kind })
    const failed = await at.client.expectFailure('dapplex_inspectObject', { object: 99_999, frameId: at.frameId })
    expect(failed.body.error.variables).toMatchObject({ type: 'OBJECT_NOT_FOUND', reason: 'never_issued' })
  })

  test('a side effect that was not allowed is refused', async () => {
    const hover = { expression: 'trouble.Throws + 1', frameId: at.frameId, context: 'hover' }
    const response = await at.client.expectFailure('evaluate', hover)
    expect(response.body.error.variables).toMatchObject({ type: 'EVAL_FAILED', kind: 'side_effects' })
  })

  test('numbers in hexadecimal', async () => {
    const body = await at.client.expectSuccess('evaluate', {
      expression: 'pair.Right + 253',
      frameId: at.frameId,
      format: { hex: true },
    })
    expect(body.result).toBe('0xFF')
  })
})
