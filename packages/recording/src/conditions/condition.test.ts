import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NameStyle } from '@dapplex/protocol'
import { afterAll, describe, expect, test } from 'vitest'
import { readCondition, RecordingWriter, wasMet } from '../index.js'

const folder = mkdtempSync(join(tmpdir(), 'conditions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What five debuggers show of values. */
const VALUES = {
  index: '2',
  zero: '0',
  huge: '18446744073709551615',
  price: '12.5',
  lisp: '1.5d0',
  address: '0x0000000000000010 "ada"',
  name: "'ada'",
  quoted: '"a \\"b\\""',
  isOpen: 'true',
  isDone: 'False',
  nobody: 'None',
  nothing: 'NIL',
  sign: ':RED',
  order: 'Order {…}',
  empty: '[]',
}
const header = { session: 's1', adapter: 'x', adapterTitle: 'x', request: 'launch', startedAt: 1 } as const
const writer = new RecordingWriter(join(folder, 'values.recording'), header)
const members = writer.store({ rows: [{ row: { name: 'total', value: '7' } }] }).ref
const rows = writer.store({
  rows: [
    ...Object.entries(VALUES).map(([name, value]) => ({ row: { name, value } })),
    { row: { name: 'long', value: "'xx", dapplexTruncated: true } },
    { row: { name: 'sum', value: '{…}' }, rows: members },
  ],
}).ref
const frames = [{ threadId: 1, index: 0, scopes: [{ scope: { name: 'Locals' }, rows }] }]
const about = { threadId: 1, reason: 'step', breakpointIds: [], allThreadsStopped: true, stacks: [], output: 0 }
writer.add({ kind: 'stop', stopId: 1, at: 1, ...about, frames })
writer.commit()
const stop = writer.recording.stop(1)
const [frame] = stop?.record.frames ?? []

function met(text: string, names: NameStyle = 'common') {
  const condition = readCondition(text, names)
  if (condition === undefined) return 'unreadable'
  return stop && frame && wasMet(condition, stop, frame)
}

describe('a condition over recorded values', () => {
  test.each([
    ['index == 2', true],
    ['index !== 2', false],
    ['2 <= index && index < 3', true],
    ['index > 5 or not isDone', true],
    ['!(index > 5) and isOpen', true],
    ['index % 2 == 0', true],
    ['index * 2 + 1 > 4', true],
    ['-index == -2', true],
    ['price >= 12.5', true],
    ['huge == 18446744073709551615', true],
    ['huge == 18446744073709551614', false],
    ['name == "ada"', true],
    ['address == "ada"', true],
    [String.raw`quoted == "a \"b\""`, true],
    ['sum.total == 7', true],
    ['nobody is None', true],
    ['order is not None', true],
    ['order != null', true],
    ['isOpen', true],
    ['isDone', false],
    ['zero', false],
    ['order', true],
  ])('%s is %s', (text, expected) => expect(met(text)).toBe(expected))

  test.each([
    ['(= index 2)', true],
    ['(and (evenp index) (string= name "ada"))', true],
    ['(or (null nobody) (> index 7))', true],
    ['(not (equal sign :blue))', true],
    ['(= (mod index 2) 0)', true],
    ['(> lisp 1)', true],
    ['zero', true],
    ['nothing', false],
    ['(= (+ index 1) 3)', true],
  ])('in Lisp %s is %s', (text, expected) => expect(met(text, 'lisp')).toBe(expected))

  test.each(['missing == 1', 'order.inner == 1', "long == 'xx'", 'order == 3', 'empty', 'name > 3', '-1 % 2 == 1'])(
    '%s is not known',
    (text) => expect(met(text)).toBeUndefined(),
  )
  test('what is not known decides only where it matters', () => {
    expect(met('missing == 1 && index == 3')).toBe(false)
    expect(met('missing == 1 || index == 2')).toBe(true)
  })
  test.each([
    'f(index)',
    'index = 3',
    'a < b < c',
    'index ==',
    '(index',
    'index 2',
    "'open",
    'a[i] == 1',
    '7 // 2 == 3',
  ])('%s cannot be read', (text) => expect(met(text)).toBe('unreadable'))
  test.each(['(length name)', '(= index', '(= 1 2 3)', ')', '(setq index 3)'])('in Lisp %s cannot be read', (text) =>
    expect(met(text, 'lisp')).toBe('unreadable'),
  )
})
