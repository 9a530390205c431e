import { describe, expect, test } from 'vitest'
import type { RigRequest } from '../../../test/messages.js'
import { joined, runningRig } from '../../../test/rig.js'

const file = (path: string, ...lines: readonly (number | object)[]) => ({
  source: { path },
  breakpoints: lines.map((line) => (typeof line === 'number' ? { line } : line)),
})
const verified = (...lines: readonly number[]) => ({
  breakpoints: lines.map((line, index) => ({ id: line * 10 + index, verified: true, line })),
})
const linesOf = (message: RigRequest<'setBreakpoints'>) => message.arguments.breakpoints?.map(({ line }) => line) ?? []

describe('mux 1: lists of several clients become one', () => {
  test('mux 1: 50 alternating setBreakpoints of two clients: the union stands, each answer holds its own in its order', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    for (let round = 0; round < 50; round += 1) {
      const [client, own] = round % 2 === 0 ? [first, [30, 10]] : [second, [20, 40, 5]]
      const seq = client.send('setBreakpoints', { ...file('/a.py', ...own), sourceModified: true })
      const sent = linesOf(rig.asked('setBreakpoints'))
      expect(new Set(sent)).toEqual(new Set(round === 0 ? [30, 10] : [30, 10, 20, 40, 5]))
      rig.reply('setBreakpoints', verified(...sent))
      expect(client.answer(seq).body.breakpoints.map(({ line }) => line)).toEqual(own)
    }
  })
  test('mux 1: one client alone is passed on as it is', () => {
    const { rig, first } = runningRig()
    const args = {
      source: { path: '/a.py', name: 'a.py' },
      breakpoints: [
        { line: 3, condition: 'x', extra: 1 },
        { line: 1, hitCondition: '3' },
      ],
      lines: [3, 1],
      sourceModified: false,
    }
    first.send('setBreakpoints', args)
    const { sourceModified: _m, ...sent } = args
    expect(rig.asked('setBreakpoints').arguments).toEqual(sent)
  })
  test('mux 1: requests for one source go one after the other, for two sources side by side', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    const a = first.send('setBreakpoints', file('/a.py', 1))
    const b = second.send('setBreakpoints', file('/a.py', 2))
    const c = second.send('setBreakpoints', file('/b.py', 3))
    expect(rig.countAsked('setBreakpoints')).toBe(2)
    const [one, other] = rig.toAdapter.filter((message) => message['command'] === 'setBreakpoints')
    rig.fromAdapter({
      type: 'response',
      request_seq: other?.['seq'],
      success: true,
      command: 'setBreakpoints',
      body: verified(3),
    })
    rig.fromAdapter({
      type: 'response',
      request_seq: one?.['seq'],
      success: true,
      command: 'setBreakpoints',
      body: verified(1),
    })
    expect(first.answer(a).body.breakpoints).toMatchObject([{ line: 1, verified: true }])
    expect(second.answers(b)).toEqual([])
    rig.reply('setBreakpoints', verified(1, 2))
    expect(second.answer(b).body.breakpoints).toMatchObject([{ line: 2, verified: true }])
    expect(second.answer(c).body.breakpoints).toMatchObject([{ line: 3, verified: true }])
  })
  test('mux 1: the same list again is answered from what is known, unless the source was modified', () => {
    const { rig, first } = runningRig()
    first.send('setBreakpoints', file('/a.py', 7))
    rig.reply('setBreakpoints', verified(7))
    const again = first.send('setBreakpoints', file('/a.py', 7))
    expect(first.answer(again).body.breakpoints).toMatchObject([{ line: 7, verified: true }])
    expect(rig.countAsked('setBreakpoints')).toBe(1)
    first.send('setBreakpoints', { ...file('/a.py', 7), sourceModified: true })
    expect(rig.countAsked('setBreakpoints')).toBe(2)
  })
  test('mux 1: spellings of one file are one list, and each client sees its own spelling', () => {
    const { rig, first } = runningRig({ settings: { normalizePath: (path) => path.toLowerCase() } })
    const second = joined(rig, 'second')
    const a = first.send('setBreakpoints', file('/A.py', 1))
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 1, source: { path: '/A.py' } }] })
    const b = second.send('setBreakpoints', file('/a.PY', 2))
    expect(linesOf(rig.asked('setBreakpoints'))).toEqual([1, 2])
    rig.reply('setBreakpoints', {
      breakpoints: [
        { id: 2, verified: true, line: 1, source: { path: '/A.py' } },
        { id: 3, verified: true, line: 2, source: { path: '/A.py' } },
      ],
    })
    expect(first.breakpoint(a, 0).source?.path).toBe('/A.py')
    expect(second.breakpoint(b, 0).source?.path).toBe('/a.PY')
  })
  test('mux 1: a list that the adapter refuses fails for who sent it, and the other keeps its own', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    first.send('setBreakpoints', file('/a.py', 1))
    rig.reply('setBreakpoints', verified(1))
    const bad = second.send('setBreakpoints', file('/a.py', { line: 2, condition: '(((' }))
    rig.reply('setBreakpoints', undefined, { success: false, message: 'bad condition' })
    expect(second.answer(bad)).toMatchObject({ success: false, message: 'bad condition' })
    expect(linesOf(rig.asked('setBreakpoints'))).toEqual([1])
    rig.reply('setBreakpoints', verified(1))
    const views = first.events('breakpoint')
    expect(views).toEqual([])
  })
})

describe('mux 2: each client hears of its own, by its own ids', () => {
  test('mux 2: ids differ between clients, stay when a list is sent again, and changes reach their owner', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    const a = first.send('setBreakpoints', file('/a.py', 1))
    rig.reply('setBreakpoints', { breakpoints: [{ id: 0, verified: false }] })
    const b = second.send('setBreakpoints', file('/a.py', 1))
    const idA = first.breakpoint(a, 0).id
    const idB = second.breakpoint(b, 0).id
    expect(idA).not.toBe(idB)
    first.clear()
    second.clear()
    rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 0, verified: true, line: 2 } })
    expect(first.events('breakpoint').map((one) => one.body)).toEqual([
      { reason: 'changed', breakpoint: { id: idA, verified: true, line: 2 } },
    ])
    expect(second.events('breakpoint').map((one) => one.body)).toEqual([
      { reason: 'changed', breakpoint: { id: idB, verified: true, line: 2 } },
    ])
    const again = first.send('setBreakpoints', file('/a.py', 1, 9))
    rig.reply('setBreakpoints', {
      breakpoints: [
        { id: 5, verified: true },
        { id: 6, verified: true },
      ],
    })
    expect(first.breakpoint(again, 0).id).toBe(idA)
  })
  test('mux 2: an event that comes before the answer which names its breakpoint is told after it', () => {
    const { rig, first } = runningRig()
    const seq = first.send('setBreakpoints', file('/a.py', 1))
    rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 44, verified: true } })
    expect(first.events('breakpoint')).toEqual([])
    rig.reply('setBreakpoints', { breakpoints: [{ id: 44, verified: false }] })
    const { id } = first.breakpoint(seq, 0)
    expect(first.firstEvent('breakpoint').body.breakpoint).toEqual({ id, verified: true })
  })
  test('mux 2: others see dapplex_breakpoints; nobody hears of its own reply', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second', { editor: { linesStartAt1: false } })
    second.clear()
    first.clear()
    first.send('setBreakpoints', file('/a.py', 10))
    rig.reply('setBreakpoints', verified(10))
    expect(first.events()).toEqual([])
    const told = second.lastEvent('dapplex_breakpoints')
    expect(told.body.breakpoints).toMatchObject([
      { path: '/a.py', line: 9, actualLine: 9, verified: true, owner: { name: 'first' } },
    ])
    expect(second.events('breakpoint')).toEqual([])
  })
})

describe('mux 3: breakpoints live as long as they should', () => {
  test.each([
    { keep: false, want: [2], why: 'a client takes its own along' },
    { keep: true, want: [2, 1], why: 'unless it asked to keep them' },
  ])('mux 3: $why', ({ keep, want }) => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second', { profile: { keepBreakpoints: keep } })
    second.send('setBreakpoints', file('/a.py', 1))
    rig.reply('setBreakpoints', verified(1))
    first.send('setBreakpoints', file('/a.py', 2))
    rig.reply('setBreakpoints', verified(1, 2))
    second.send('disconnect')
    second.close()
    const last = linesOf(rig.asked('setBreakpoints'))
    expect(new Set(last)).toEqual(new Set(want))
  })
  test('mux 3: what the tools set belongs to the session and survives the asker', () => {
    const { rig, first } = runningRig()
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    const seq = agent.send('dapplex_breakpointAdd', { path: '/a.py', line: 5, condition: 'x' })
    expect(rig.asked('setBreakpoints').arguments).toEqual({
      source: { path: '/a.py' },
      breakpoints: [{ line: 5, condition: 'x' }],
    })
    rig.reply('setBreakpoints', verified(5))
    const view = agent.answer(seq).body.breakpoint
    expect(view).toMatchObject({ path: '/a.py', line: 5, verified: true, enabled: true, setBy: { name: 'agent' } })
    expect(view.owner).toBeUndefined()
    agent.send('disconnect')
    agent.close()
    first.send('setBreakpoints', file('/a.py', 6))
    expect(linesOf(rig.asked('setBreakpoints'))).toEqual([5, 6])
    const other = joined(rig, 'other', { profile: { kind: 'terminal' } })
    rig.reply('setBreakpoints', verified(5, 6))
    const off = other.send('dapplex_breakpointEnable', { id: view.id, enabled: false })
    expect(linesOf(rig.asked('setBreakpoints'))).toEqual([6])
    rig.reply('setBreakpoints', verified(6))
    expect(other.answer(off).body.breakpoint).toMatchObject({ id: view.id, enabled: false, verified: false })
    const gone = other.send('dapplex_breakpointRemove', { id: view.id })
    expect(other.answer(gone)).toMatchObject({ success: true, body: {} })
    const missing = other.send('dapplex_breakpointRemove', { id: view.id })
    expect(other.failureType(missing)).toBe('BREAKPOINT_NOT_FOUND')
  })
  test('mux 3: a breakpoint of another client is not for the tools to change', () => {
    const { rig, first } = runningRig()
    const seq = first.send('setBreakpoints', file('/a.py', 1))
    rig.reply('setBreakpoints', verified(1))
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    const refused = agent.send('dapplex_breakpointRemove', { id: first.breakpoint(seq, 0).id })
    expect(agent.answer(refused).message).toContain('belongs to first')
  })
})

describe('mux 4: the other kinds are merged the same way', () => {
  test('mux 4: function breakpoints of two clients', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    first.send('setFunctionBreakpoints', { breakpoints: [{ name: 'main' }] })
    rig.reply('setFunctionBreakpoints', verified(0))
    const seq = second.send('setFunctionBreakpoints', { breakpoints: [{ name: 'other' }, { name: 'main' }] })
    expect(rig.asked('setFunctionBreakpoints').arguments).toEqual({
      breakpoints: [{ name: 'main' }, { name: 'other' }],
    })
    rig.reply('setFunctionBreakpoints', {
      breakpoints: [
        { id: 1, verified: true },
        { id: 2, verified: false },
      ],
    })
    expect(second.answer(seq).body.breakpoints.map((one: { verified: boolean }) => one.verified)).toEqual([false, true])
  })
  test('mux 4: exception filters are united; who asked without a condition is not bound by the other', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    first.send('setExceptionBreakpoints', { filters: ['raised'], filterOptions: [{ filterId: 'all', condition: 'A' }] })
    expect(rig.asked('setExceptionBreakpoints').arguments).toEqual({
      filters: ['raised'],
      filterOptions: [{ filterId: 'all', condition: 'A' }],
    })
    rig.reply('setExceptionBreakpoints')
    const seq = second.send('setExceptionBreakpoints', { filters: ['all', 'uncaught'] })
    expect(rig.asked('setExceptionBreakpoints').arguments).toEqual({ filters: ['raised', 'all', 'uncaught'] })
    rig.reply('setExceptionBreakpoints')
    expect(second.answer(seq).body).toBeUndefined()
    second.send('disconnect')
    expect(rig.asked('setExceptionBreakpoints').arguments.filters).toEqual(['raised'])
  })
  test('mux 4: a dataId from a frame lives as long as the frame: set in time it stays, set later it is refused in words', () => {
    const { rig, first } = runningRig({ capabilities: { supportsDataBreakpoints: true } })
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    first.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 1, column: 1 }] })
    const frameId = Number(first.last().body.stackFrames[0].id)
    for (const [name, canPersist] of [
      ['a', false],
      ['b', false],
      ['c', true],
    ] as const) {
      first.send('dataBreakpointInfo', { frameId, name })
      rig.reply('dataBreakpointInfo', { dataId: name, description: name, canPersist })
    }
    first.send('setDataBreakpoints', { breakpoints: [{ dataId: 'a' }] })
    rig.reply('setDataBreakpoints', { breakpoints: [{ verified: true }] })
    first.send('continue', { threadId: 1 })
    rig.reply('continue')
    const seq = first.send('setDataBreakpoints', { breakpoints: [{ dataId: 'a' }, { dataId: 'b' }, { dataId: 'c' }] })
    expect(rig.asked('setDataBreakpoints').arguments.breakpoints).toEqual([{ dataId: 'a' }, { dataId: 'c' }])
    rig.reply('setDataBreakpoints', { breakpoints: [{ verified: true }, { verified: true }] })
    const answered = first.answer(seq).body.breakpoints
    expect(answered.map((one: { verified: boolean }) => one.verified)).toEqual([true, false, true])
    expect(answered[1]?.message).toContain('frame that is gone')
  })
  test('mux 4: a stop is told to all, hitBreakpointIds to their owners, left out when empty', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    const third = joined(rig, 'third')
    const a = first.send('setBreakpoints', file('/a.py', 1))
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 1 }] })
    const b = second.send('setBreakpoints', file('/a.py', 1))
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
    const hit = (client: typeof first) => client.firstEvent('stopped').body.hitBreakpointIds
    expect(hit(first)).toEqual([first.breakpoint(a, 0).id])
    expect(hit(second)).toEqual([second.breakpoint(b, 0).id])
    const description = 'at a breakpoint of first and second'
    expect(third.firstEvent('stopped').body).toEqual({
      reason: 'breakpoint',
      threadId: 1,
      allThreadsStopped: true,
      description,
    })
    expect(joined(rig, 'late').firstEvent('stopped').body).toMatchObject({ description })
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    expect(agent.firstEvent('stopped').body.description).toBeUndefined()
  })
  test('mux 4: an adapter that does not say what was hit is asked for the place', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    const a = first.send('setBreakpoints', file('/a.py', 1))
    rig.reply('setBreakpoints', verified(1))
    second.send('setBreakpoints', file('/a.py', 2))
    rig.reply('setBreakpoints', verified(1, 2))
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    expect(first.events('stopped')).toEqual([])
    expect(rig.asked('stackTrace').arguments).toEqual({ threadId: 1, startFrame: 0, levels: 1 })
    rig.reply('stackTrace', { stackFrames: [{ id: 1, line: 1, column: 1, source: { path: '/a.py' }, name: 'f' }] })
    expect(first.firstEvent('stopped').body.hitBreakpointIds).toEqual([first.breakpoint(a, 0).id])
    expect(second.firstEvent('stopped').body.hitBreakpointIds).toBeUndefined()
    const record = rig.records.findLast((one) => one.kind === 'stopped')
    expect(record).toMatchObject({ breakpointIds: [first.breakpoint(a, 0).id] })
  })
  test.each([
    { why: 'asked for', column: 5, told: undefined, hit: ['plain', 'inline'] },
    { why: 'that the adapter has moved it to', column: 3, told: 5, hit: ['plain', 'inline'] },
    { why: 'of another place', column: 9, told: 9, hit: ['plain'] },
  ])(
    'mux 4: a plain and an inline breakpoint in a line, this one at the column $why: $hit are hit',
    ({ column, told, hit }) => {
      const { rig, first } = runningRig()
      joined(rig, 'second')
      const breakpoints = [{ line: 1 }, { line: 1, column }]
      const asked = first.send('setBreakpoints', { source: { path: '/a.py' }, breakpoints })
      const answers = [{ id: 1 }, { id: 2, ...(told === undefined ? {} : { column: told }) }]
      rig.reply('setBreakpoints', { breakpoints: answers.map((one) => ({ ...one, verified: true, line: 1 })) })
      rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
      rig.reply('stackTrace', { stackFrames: [{ id: 1, line: 1, column: 5, source: { path: '/a.py' }, name: 'f' }] })
      const named = { plain: first.breakpoint(asked, 0).id, inline: first.breakpoint(asked, 1).id }
      expect(first.firstEvent('stopped').body.hitBreakpointIds).toEqual(
        hit.map((one) => named[one as keyof typeof named]),
      )
    },
  )
  test.each([
    { capabilities: {}, sent: 1, why: 'looks at the line alone' },
    { capabilities: { supportsBreakpointLocationsRequest: true }, sent: 2, why: 'has columns' },
  ])('mux 1: a plain and an inline breakpoint of a line are told to the adapter as $sent where it $why', (row) => {
    const { rig, first } = runningRig({ capabilities: row.capabilities, traits: { ignoresBreakpointColumns: true } })
    const breakpoints = [{ line: 1 }, { line: 1, column: 5 }]
    const asked = first.send('setBreakpoints', { source: { path: '/a.py' }, breakpoints })
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toHaveLength(row.sent)
    rig.reply('setBreakpoints', {
      breakpoints: [1, 2].slice(0, row.sent).map((id) => ({ id, verified: true, line: 1 })),
    })
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
    const ids = [0, 1].map((at) => first.breakpoint(asked, at).id)
    expect(first.firstEvent('stopped').body.hitBreakpointIds).toEqual(row.sent === 1 ? ids : ids.slice(0, 1))
  })
  test('mux 4: a lone editor is not made to wait for that', () => {
    const { rig, first } = runningRig()
    first.send('setBreakpoints', file('/a.py', 1))
    rig.reply('setBreakpoints', verified(1))
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    expect(first.events('stopped')).toHaveLength(1)
    expect(rig.countAsked('stackTrace')).toBe(0)
  })
})
