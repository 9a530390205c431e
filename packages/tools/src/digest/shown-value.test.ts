import { readFileSync } from 'node:fs'
import { isJsonObject, objectIn, surface } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { namesOf, open, read, row, tables } from '../../test/scripted/one-frame.js'
import { bytesOf } from '../result/with-bytes.js'

describe('a value that a stop shows', () => {
  describe('an object whose text tells only its type', () => {
    const inside = [row('balance', '935'), row('limit', '20'), row('price', '…', { presentationHint: { lazy: true } })]
    const script = (type: string, value: string) =>
      tables({ 10: [row('account', value, { type, variablesReference: 20 })], 20: inside })
    const opaque = { presentation: { opaqueValues: '^<\\w+ at 0x' } } as const

    test('is shown by its fields, without those that a getter gives', async () => {
      const { daemon } = open({ traits: opaque, script: script('Account', '<Account at 0x7f>') })
      expect((await daemon.call('wait_for_stop'))['values']).toEqual([
        { name: 'account', type: 'Account', value: '{balance: 935, limit: 20}', object_id: 1 },
      ])
    })
    test('keeps its type, which its fields do not tell', async () => {
      const { daemon } = open({
        traits: { presentation: { objectValues: 'type-in-braces' } },
        script: script('Shop.Account', '{Shop.Account}'),
      })
      expect(read(await daemon.call('wait_for_stop'), 'values')).toMatchObject([
        { type: 'Shop.Account', value: '{balance: 935, limit: 20}' },
      ])
    })
    test('one that tells more, or of a familiar type, stays as it is, and costs no request', async () => {
      const { presentation } = opaque
      const traits = { presentation: { ...presentation, familiarTypes: '^Lock$' } }
      for (const [type, value] of [
        ['Account', 'Account(20)'],
        ['Lock', '<Lock at 0x7f>'],
      ] as const) {
        const { daemon, session } = open({ traits, script: script(type, value) })
        expect(read(await daemon.call('wait_for_stop'), 'values')).toMatchObject([{ value }])
        expect(session.asked.filter(({ args }) => args['variablesReference'] === 20)).toEqual([])
      }
    })
    test('a field that has another value is a change', async () => {
      let limit = '20'
      const { daemon, session } = open({ traits: opaque })
      session.script = {
        ...session.script,
        variables: ({ variablesReference: reference }) => ({
          variables:
            reference === 20
              ? [row('limit', limit)]
              : reference === 10
                ? [row('account', '<A at 0x7f>', { variablesReference: 20 })]
                : [],
        }),
        next: () => ((limit = '30'), session.resume(), session.stop(), {}),
      }
      await daemon.call('wait_for_stop')
      expect(read(await daemon.call('debug_step', { action: 'over' }), 'values')).toMatchObject([
        { value: '{limit: 30}', changed: true, previous: '{limit: 20}' },
      ])
    })
    test('where a listing would run code, the fields come from the expression of the adapter, in one request', async () => {
      const found = { objects: [{ fields: [{ name: 'limit', value: '20' }], more: 2 }, {}] }
      const base64 = Buffer.from(JSON.stringify({ found })).toString('base64')
      const { daemon, session } = open({
        traits: { ...opaque, evaluation: { describe: { context: 'clipboard', fields: 'f([{{objects}}])' } } },
        script: {
          ...tables({
            10: [
              row('a', '<A at 0x1>', { variablesReference: 20, evaluateName: 'a' }),
              row('b', '<B at 0x2>', { variablesReference: 21, evaluateName: 'b' }),
            ],
            20: [row('price', 'a getter ran')],
            21: [row('size', '3')],
          }),
          evaluate: { result: `'${base64}'` },
        },
      })
      expect(read(await daemon.call('wait_for_stop'), 'values')).toMatchObject([
        { name: 'a', value: '{limit: 20, …}' },
        { name: 'b', value: '{size: 3}' },
      ])
      expect(session.asked.filter(({ command }) => command === 'evaluate')).toMatchObject([
        { args: { expression: 'f([a, b])', context: 'clipboard' } },
      ])
    })
  })
  test('no type that the value tells, but that of a null', async () => {
    const rows = [
      row('n', '7', { type: 'int' }),
      row('order', 'Order {id: 1}', { type: 'Order' }),
      row('name', 'null', { type: 'string' }),
      row('ratio', '3', { type: 'double' }),
    ]
    const { daemon } = open({
      traits: { presentation: { plainTypes: '^(int|string)$' } },
      script: tables({ 10: rows }),
    })
    const values = read(await daemon.call('wait_for_stop'), 'values')
    expect(values.map(({ type }) => type)).toEqual([undefined, undefined, 'string', 'double'])
  })
  test('no global object as the object whose method runs', async () => {
    const { daemon } = open({
      traits: { presentation: { familiarTypes: '^global$' } },
      script: tables({ 10: [row('total'), row('this', 'global', { type: 'global', variablesReference: 9 })] }),
    })
    expect(namesOf(read(await daemon.call('wait_for_stop'), 'values'))).toEqual(['total'])
  })
})

test('the example of docs/json-rpc.md is a result of debug_launch, and its size is told as the tools tell it', () => {
  const page = readFileSync(new URL('../../../../docs/json-rpc.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, text = '']) => JSON.parse(text) as unknown)
  const [asked, answered] = blocks.map((block) => (isJsonObject(block) ? block : {}))
  expect(surface.debug_launch.params.safeParse(asked?.['params'])).toMatchObject({ success: true })
  const { _meta: meta, ...own } = objectIn(answered ?? {}, 'result') ?? {}
  expect(surface.debug_launch.result.safeParse(own).error).toBeUndefined()
  expect(meta).toMatchObject({ bytes: bytesOf(own) })
})
