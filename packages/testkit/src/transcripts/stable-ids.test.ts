import { describe, expect, test } from 'vitest'
import { StableIds } from './stable-ids.js'

describe('stable ids', () => {
  test.each([
    { in: { variablesReference: 1007 }, out: { variablesReference: 'ref#1' }, why: 'a reference' },
    {
      in: { variablesReference: 0, sourceReference: 0 },
      out: { variablesReference: 0, sourceReference: 0 },
      why: 'none',
    },
    {
      in: {
        stackFrames: [
          { id: 5, line: 5 },
          { id: 6, line: 6 },
        ],
      },
      out: {
        stackFrames: [
          { id: 'frame#1', line: 5 },
          { id: 'frame#2', line: 6 },
        ],
      },
      why: 'frames, not lines',
    },
    {
      in: { breakpoints: [{ id: 0 }], breakpoint: { id: 3 }, hitBreakpointIds: [3, 0] },
      out: { breakpoints: [{ id: 'bp#1' }], breakpoint: { id: 'bp#2' }, hitBreakpointIds: ['bp#2', 'bp#1'] },
      why: 'breakpoints, 0 too',
    },
    {
      in: { threads: [{ id: 77, name: 'a' }], threadId: 77 },
      out: { threads: [{ id: 'thread#1', name: 'a' }], threadId: 'thread#1' },
      why: 'the same thread twice',
    },
    {
      in: { frameId: 9, threadId: 9, variablesReference: 9 },
      out: { frameId: 'frame#1', threadId: 'thread#1', variablesReference: 'ref#1' },
      why: 'kinds have their own numbers',
    },
    { in: { id: 4, other: [{ id: 5 }] }, out: { id: 4, other: [{ id: 5 }] }, why: 'an id of nothing known' },
    {
      in: { path: '/a/b/c.py', text: 'at /a/b/c.py:3' },
      out: { path: '<b>/c.py', text: 'at <b>/c.py:3' },
      why: 'folders, wherever they stand',
    },
  ])('$why', (row) => expect(new StableIds({ folders: { '<b>': '/a/b/' } }).replace(row.in)).toEqual(row.out))

  test('what was seen is known again, and an id mixed up looks different', () => {
    const ids = new StableIds()
    expect([{ frameId: 3 }, { frameId: 8 }, { frameId: 3 }].map((one) => ids.replace(one))).toEqual([
      { frameId: 'frame#1' },
      { frameId: 'frame#2' },
      { frameId: 'frame#1' },
    ])
  })
})
