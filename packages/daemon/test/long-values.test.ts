import { missing } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { PATIENT } from './support/prepared-program.js'
import { ScratchFolder } from './support/scratch-folder.js'

const scratch = new ScratchFolder('long-values')
afterAll(() => scratch.remove())
const { agent } = await daemonWithAgent()

const PYTHON = `class Bag:
    def __init__(self):
        for i in range(140):
            setattr(self, 'a%03d' % i, i)
def look():
    small = {'one': 1, 'two': 2, 'len()': 3}
    table = {'k%03d' % i: i for i in range(300)}
    numbers = {i: i * 2 for i in range(250)}
    large = {'d%04d' % i: i for i in range(1205)}
    unique = set(range(230))
    several = tuple(range(101))
    exact = {'e%03d' % i: i for i in range(100)}
    empty = {}
    bag = Bag()
    return small # STOP
look()
`

describe('the members of a long value in Python come in pages', () => {
  const why = missing('debugpy')
  let session = ''
  beforeAll(async () => {
    if (why !== undefined) return
    const file = scratch.write('long.py', PYTHON)
    const line = PYTHON.split('\n').findIndex((text) => text.includes('STOP')) + 1
    const launched = await agent.call('debug_launch', { program: file, breakpoints: [{ file, line }], ...PATIENT })
    session = launched.session_id
  })

  const pageOf = async (name: string, page: { readonly start: number; readonly count: number }) => {
    const asked = { session_id: session, ...page }
    const { variables, total, truncated } = await agent.call('variables_get', { ...asked, expand: name })
    const { children = [] } = await agent.call('evaluate', { ...asked, expression: name })
    const names = variables.map((row) => row.name)
    expect(children.map((row) => row.name)).toEqual(names)
    return { names, total, truncated: truncated === true }
  }

  test.each([
    { value: 'small', length: 3 },
    { value: 'table', length: 300 },
    { value: 'numbers', length: 250 },
    { value: 'several', length: 101 },
    { value: 'exact', length: 100 },
    { value: 'unique', length: 230 },
    { value: 'bag', length: 140 },
    { value: 'empty', length: 0 },
  ])('$value: each member comes once, and each page tells the same total', async ({ value, length }) => {
    const count = Math.max(2, Math.ceil(length / 3))
    const seen: string[] = []
    for (let start = 0; start < Math.max(length, 1); start += count) {
      const { names, total, truncated } = await pageOf(value, { start, count })
      expect([total, truncated]).toEqual([length, start + count < length])
      seen.push(...names)
    }
    expect([seen.length, new Set(seen).size]).toEqual([length, length])
  })

  test('debugpy lists 500 of a larger dict: a page after them says so, and how to read the rest', async () => {
    const last = await pageOf('large', { start: 498, count: 5 })
    expect(last).toEqual({ names: ["'d0498'", "'d0499'"], total: 1205, truncated: true })
    const after = { session_id: session, expand: 'large', start: 500, count: 5 }
    const { data, message } = await agent.failure('variables_get', after)
    expect(data).toMatchObject({ type: 'VARIABLES_FAILED' })
    expect(message).toMatch(/only the first 500 of 1205 .*; evaluate a part of it/)
    const part = { session_id: session, expression: 'dict(list(large.items())[1200:1300])', start: 3, count: 5 }
    const { children = [] } = await agent.call('evaluate', part)
    expect(children.map(({ name }) => name)).toEqual(["'d1203'", "'d1204'"])
  })
})

const JAVASCRIPT = `function look() {
  const lengthy = 'x'.repeat(25_000) + '"'
  const huge = 'y'.repeat(2_000_000)
  const held = { lengthy, inside: [lengthy] }
  return held // STOP
}
look()
`

describe('a long text in JavaScript', () => {
  const whole = `'${'x'.repeat(25_000)}"'`
  let session = ''
  beforeAll(async () => {
    const file = scratch.write('long.cjs', JAVASCRIPT)
    const line = JAVASCRIPT.split('\n').findIndex((text) => text.includes('STOP')) + 1
    const launched = await agent.call('debug_launch', { program: file, breakpoints: [{ file, line }], ...PATIENT })
    session = launched.session_id
  })

  const shown = async (length: number) => {
    const asked = { session_id: session, max_value_length: length }
    const { variables } = await agent.call('variables_get', asked)
    const { variables: members } = await agent.call('variables_get', { ...asked, expand: 'held' })
    const { variables: elements } = await agent.call('variables_get', { ...asked, expand: 'held.inside' })
    const path = await agent.call('evaluate', { ...asked, expression: 'lengthy' })
    const sum = await agent.call('evaluate', { ...asked, expression: 'lengthy + ""' })
    const { inspection } = await agent.call('object_inspect', { ...asked, object_ref: 'held', depth: 1 })
    const rows = [...variables, ...members, ...elements].filter(({ name }) => name === 'lengthy' || name === '0')
    const field = inspection.fields.find(({ name }) => name === 'lengthy')
    return [
      ...rows.map(({ value, truncated }) => ({ value, truncated })),
      ...[path, sum].map(({ result, truncated }) => ({ value: result, truncated })),
      { value: field?.value, truncated: field?.truncated },
    ]
  }

  test('comes whole where max_value_length has room for it, from every tool that shows values', async () => {
    expect(await shown(60_000)).toEqual(Array.from({ length: 6 }, () => ({ value: whole, truncated: undefined })))
  })

  test('comes cut, and says so, where max_value_length has none', async () => {
    const values = await shown(20_000)
    expect(values).toHaveLength(6)
    for (const { value, truncated } of values) {
      expect([value?.length, truncated]).toEqual([20_000, true])
      expect(whole.startsWith(value?.slice(0, -1) ?? '')).toBe(true)
    }
  })

  test('is never longer than a million characters, and says so', async () => {
    const { result, truncated } = await agent.call('evaluate', {
      session_id: session,
      expression: 'huge',
      max_value_length: 1_048_576,
    })
    expect([result?.length, truncated]).toEqual([1_048_576, true])
  })
})
