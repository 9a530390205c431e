import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adapterTraits, type JsonObject, type SessionEvent, type SessionEventBody } from '@dapplex/protocol'
import { framesOfStop, findPath, RecordingWriter } from '@dapplex/recording'
import { must } from '@dapplex/testkit'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recognizeAnswer } from '../adapters/supervise/recognize-answer.js'
import { UnparsedAnswer, type FromAdapter } from '../journal/session-input.js'
import { Redactor } from '../workflow/redactor.js'
import type { Look } from './next-look.js'
import { SessionRecorder } from './session-recorder.js'

const folder = mkdtempSync(join(tmpdir(), 'recorder-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const frame = { id: 7, name: 'pay', line: 3, column: 1, source: { path: '/app/pay.py' } }
const row = (name: string, value: string, variablesReference = 0) => ({ name, value, variablesReference })
/** The stack of the second thread. */
const DEEP = [frame, { ...frame, id: 17, name: 'shop' }, { ...frame, id: 27, name: 'main' }]
/** What the adapter answers; `order` holds itself. */
const ANSWERS: Readonly<Record<string, (args: JsonObject) => object>> = {
  // The frame has another id for who reads two levels.
  stackTrace: ({ levels, threadId }) =>
    threadId === 2
      ? { stackFrames: DEEP.slice(0, Number(levels)), totalFrames: DEEP.length }
      : { stackFrames: [levels === 2 ? { ...frame, id: 8 } : frame], totalFrames: 1 },
  scopes: () => ({ scopes: [{ name: 'Locals', variablesReference: 1, expensive: false }] }),
  variables: ({ variablesReference: reference }) => ({
    variables:
      reference === 1
        ? [row('total', '5'), row('order', '{…}', 2), row('password', 'tops3cret!', 3)]
        : [row('price', '7'), row('self', '{…}', 2), row('pin', '0000')],
  }),
  threads: () => ({ threads: [{ id: 1, name: 'main' }] }),
  evaluate: () => ({ result: 'tops3cret!', variablesReference: 0 }),
}

/** How often an answer that could be passed on without that was parsed. */
let parsed = 0
/** A message of the adapter as it comes in the daemon: most answers are not parsed yet. */
function fromWire(message: object): FromAdapter {
  const bytes = Buffer.from(JSON.stringify(message))
  const answer = recognizeAnswer(bytes)
  if (answer === undefined) return { kind: 'adapterMessage', message }
  const value = () => {
    parsed += 1
    return message
  }
  return new UnparsedAnswer(
    {
      bytes,
      get value() {
        return value()
      },
    },
    answer,
  )
}

let files = 0
/** A recorder with an adapter that answers as the table says, each answer after `takes` ms. */
function record({ takes = 1, core = 'sends' }: { readonly takes?: number; readonly core?: 'sends' | 'drops' } = {}) {
  const writer = new RecordingWriter(join(folder, `${(files += 1)}.recording`), {
    ...{ session: 's1', adapter: 'x', adapterTitle: 'x', request: 'launch' as const, startedAt: 1 },
  })
  const redactor = new Redactor({})
  const looks: string[] = []
  const said: string[] = []
  let seq = 0
  let at = 0
  const send = (command: string, args: JsonObject) => {
    const message = { seq: (seq += 1), type: 'request', command, arguments: args }
    recorder.sent(message)
    return () => {
      const body = ANSWERS[command]?.(args)
      recorder.heard(
        fromWire({ seq: 1, type: 'response', request_seq: message.seq, success: body !== undefined, command, body }),
      )
    }
  }
  const recorder = new SessionRecorder({
    writer,
    secrets: { mayHide: (json) => redactor.mayHide(json), redact: (value) => redactor.redact(value).value },
    log: pino({ level: 'silent' }),
    traits: adapterTraits.parse({}),
    folders: ['/app'],
    stopMs: 200,
    say: (text) => void said.push(text),
    look: ({ command, args }: Look) => {
      if (core === 'drops') return
      looks.push(`${command} ${JSON.stringify(args)}`)
      setTimeout(send(command, args), takes)
    },
    capabilities: () => ({}),
    thread: Number,
  })
  const happens = (body: SessionEventBody, stopId = 1) =>
    recorder.happened({ seq: (at += 1), at, stopId, ...body } satisfies SessionEvent)
  const stops = (stopId = 1) =>
    happens({ kind: 'stopped', threadId: 1, reason: 'step', allThreadsStopped: true, breakpointIds: [] }, stopId)
  /** The value of a path at a stop, as it was recorded. */
  const valueAt = (stopId: number, path: string) => {
    const stop = writer.recording.stop(stopId)
    const [top] = stop === undefined ? [] : framesOfStop(stop)
    return stop && top && findPath(stop, top, { path, names: 'common' })?.row['value']
  }
  return { recorder, looks, said, send, happens, stops, valueAt, writer }
}

test('a full disk ends the recording and nothing else: it is told once, and the stops before it can be read', async () => {
  const { recorder, said, stops, happens, valueAt, writer } = record()
  stops()
  vi.advanceTimersByTime(500)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  vi.spyOn(writer, 'commit').mockImplementation(() => {
    throw full
  })
  for (const stopId of [2, 3]) {
    stops(stopId)
    vi.advanceTimersByTime(500)
    happens({ kind: 'continued', allThreadsContinued: true }, stopId)
    vi.runAllTimers()
  }
  expect(said).toEqual([expect.stringMatching(/no longer records this session: .*the disk is full; make room/)])
  expect(await recorder.recording()).toMatchObject({
    stopIds: [1],
    damage: expect.stringMatching(/^it could not be written any more: .*the disk is full/),
  })
  expect(valueAt(1, 'total')).toBe('5')
  recorder.close()
  expect(said).toHaveLength(1)
})

describe('the recorder reads a stop', () => {
  test('the whole stack, once, where a client has read a part of it', () => {
    const { looks, happens, send, writer } = record()
    happens({ kind: 'stopped', threadId: 2, reason: 'step', allThreadsStopped: true, breakpointIds: [] })
    send('stackTrace', { threadId: 2, startFrame: 0, levels: 1 })()
    vi.advanceTimersByTime(500)
    expect(looks.filter((look) => look.startsWith('stackTrace'))).toEqual([
      'stackTrace {"threadId":2,"startFrame":0,"levels":30}',
    ])
    const stop = must(writer.recording.stop(1))
    expect(framesOfStop(stop).map(({ index }) => index)).toEqual([0, 1, 2])
  })

  test('by itself when nobody has asked for a while: the stack, the variables, their members, the threads', () => {
    const { looks, stops, valueAt, writer } = record()
    stops()
    vi.advanceTimersByTime(49)
    expect(looks).toEqual([])
    vi.advanceTimersByTime(200)
    expect(looks).toEqual([
      'stackTrace {"threadId":1,"startFrame":0,"levels":30}',
      'scopes {"frameId":7}',
      'variables {"variablesReference":1}',
      'variables {"variablesReference":2}',
      'variables {"variablesReference":3}',
      'threads {}',
    ])
    expect(valueAt(1, 'order.price')).toBe('7')
    expect(writer.recording.stop(1)?.record).not.toHaveProperty('cut')
  })
  test('and parses what a client was told when it has time; the same answer again is not parsed at all', () => {
    const { send, stops, valueAt, happens } = record()
    stops()
    parsed = 0
    for (let round = 0; round < 200; round += 1) {
      send('stackTrace', { threadId: 1, levels: 1 })()
      send('scopes', { frameId: 7 })()
      send('variables', { variablesReference: 1 })()
    }
    expect(parsed).toBe(0)
    happens({ kind: 'written', what: 'total = 5' })
    expect(parsed).toBe(3)
    send('variables', { variablesReference: 1 })()
    expect(parsed).toBe(3)
    happens({ kind: 'continued', allThreadsContinued: true })
    vi.runAllTimers()
    expect(parsed).toBe(4)
    expect(valueAt(1, 'total')).toBe('5')
  })
  test('and keeps no more than 64 answers unparsed', () => {
    const { send, stops } = record()
    stops()
    parsed = 0
    for (let reference = 1; reference <= 63; reference += 1) send('variables', { variablesReference: reference })()
    expect(parsed).toBe(0)
    send('variables', { variablesReference: 64 })()
    expect(parsed).toBe(64)
  })
  test('not while a client waits, and not what a client was told', () => {
    const { looks, send, stops, valueAt, happens } = record()
    stops()
    const answers = [
      send('stackTrace', { threadId: 1, levels: 1 }),
      send('scopes', { frameId: 7 }),
      send('variables', { variablesReference: 1 }),
    ]
    vi.advanceTimersByTime(1000)
    expect(looks).toEqual([])
    for (const answer of answers) answer()
    vi.advanceTimersByTime(51)
    expect(looks).toEqual(['variables {"variablesReference":2}'])
    happens({ kind: 'continued', allThreadsContinued: true })
    vi.runAllTimers()
    expect(valueAt(1, 'total')).toBe('5')
  })
  test('later, after 150 ms, where the stop before was left sooner than that, and after 50 ms again where it was not', () => {
    const { looks, stops, happens } = record()
    const looksAfter = (ms: number) => {
      vi.advanceTimersByTime(ms)
      return looks.splice(0).length
    }
    stops()
    happens({ kind: 'continued', allThreadsContinued: true })
    stops(2)
    expect(looksAfter(149)).toBe(0)
    expect(looksAfter(500)).toBeGreaterThan(3)
    happens({ kind: 'continued', allThreadsContinued: true }, 2)
    stops(3)
    expect(looksAfter(49)).toBe(0)
    expect(looksAfter(500)).toBeGreaterThan(3)
  })
  test('no longer than its time, and says so', () => {
    const { looks, stops, writer } = record({ takes: 90 })
    stops()
    vi.advanceTimersByTime(5000)
    expect(looks).toHaveLength(3)
    expect(writer.recording.stop(1)?.record.cut).toBe('time')
  })
  test('not after the program has gone on; the stop is there all the same', () => {
    const { looks, stops, happens, writer } = record()
    stops()
    happens({ kind: 'continued', allThreadsContinued: true })
    stops(2)
    happens({ kind: 'continued', allThreadsContinued: true }, 2)
    vi.runAllTimers()
    expect(looks).toEqual([])
    expect(writer.recording.stopIds).toEqual([1, 2])
    expect(writer.recording.stop(1)?.record.cut).toBe('moved')
  })
  test('and writes it as soon as a move is sent, before the adapter answers: who moves on at once does not wait for it', () => {
    const { send, stops, happens, valueAt, writer } = record()
    stops()
    send('scopes', { frameId: 7 })()
    send('variables', { variablesReference: 1 })()
    send('stackTrace', { threadId: 1, levels: 1 })()
    send('next', { threadId: 1 })
    vi.advanceTimersByTime(0)
    expect(valueAt(1, 'total')).toBe('5')
    const written = writer.bytes
    happens({ kind: 'continued', allThreadsContinued: true })
    vi.runAllTimers()
    expect(writer.bytes).toBe(written)
    expect(writer.recording.stop(1)?.record.cut).toBe('moved')
  })
  test('and writes it before the next one is told, also where that one comes at once, or nobody has moved the program', () => {
    const { recorder, send, stops, valueAt } = record()
    const read = () => {
      send('stackTrace', { threadId: 1, levels: 1 })()
      send('scopes', { frameId: 7 })()
      send('variables', { variablesReference: 1 })()
    }
    stops()
    read()
    send('next', { threadId: 1 })
    recorder.coming()
    expect(valueAt(1, 'total')).toBe('5')
    stops(2)
    read()
    stops(3)
    expect(valueAt(2, 'total')).toBe('5')
  })
  test('to the end where the adapter refuses the move, and then no longer says that the program went on', () => {
    const { send, stops, valueAt, writer } = record()
    stops()
    const refused = send('next', { threadId: 1 })
    vi.advanceTimersByTime(0)
    expect(writer.recording.stop(1)?.record.cut).toBe('moved')
    refused()
    vi.advanceTimersByTime(1000)
    expect(valueAt(1, 'order.price')).toBe('7')
    expect(writer.recording.stop(1)?.record).not.toHaveProperty('cut')
  })
  test('again after somebody has written a variable', () => {
    const { looks, stops, happens } = record()
    stops()
    vi.advanceTimersByTime(500)
    looks.splice(0)
    happens({ kind: 'written', what: 'total' })
    vi.advanceTimersByTime(500)
    expect(looks).toContain('variables {"variablesReference":1}')
  })
  test('and where the program goes on before that, what was read before and what was evaluated is in its record', () => {
    const { send, stops, happens, valueAt, writer } = record()
    stops()
    vi.advanceTimersByTime(500)
    const evaluated = send('evaluate', { frameId: 7, expression: 'order.pay()' })
    happens({ kind: 'written', what: 'evaluated order.pay()' })
    evaluated()
    happens({ kind: 'continued', allThreadsContinued: true })
    vi.runAllTimers()
    expect([valueAt(1, 'total'), valueAt(1, 'order.price')]).toEqual(['5', '7'])
    const {
      frames: [top],
      cut,
    } = writer.recording.stop(1)?.record ?? { frames: [] }
    expect(top).toMatchObject({ isBeforeChange: true, evaluated: [{ expression: 'order.pay()' }] })
    expect(cut).toBe('moved')
  })
  test('and what was evaluated under another id of a frame, from a second reading of the stack, stands in that frame', () => {
    const { send, stops, happens, valueAt, writer } = record()
    stops()
    vi.advanceTimersByTime(500)
    send('stackTrace', { threadId: 1, levels: 2 })()
    send('scopes', { frameId: 8 })()
    send('evaluate', { frameId: 8, expression: 'total * 2' })()
    happens({ kind: 'continued', allThreadsContinued: true })
    vi.runAllTimers()
    const { frames = [] } = writer.recording.stop(1)?.record ?? {}
    expect(frames.map(({ evaluated }) => evaluated)).toMatchObject([[{ expression: 'total * 2' }]])
    expect(valueAt(1, 'total')).toBe('5')
  })
  test('and says nothing of a change when it has read everything after it', () => {
    const { stops, happens, valueAt, writer } = record()
    stops()
    vi.advanceTimersByTime(500)
    happens({ kind: 'written', what: 'total' })
    vi.advanceTimersByTime(500)
    expect(valueAt(1, 'total')).toBe('5')
    expect(writer.recording.stop(1)?.record.frames[0]).not.toHaveProperty('isBeforeChange')
  })
  test('and ends where the core sends nothing for it', async () => {
    const { recorder, stops } = record({ core: 'drops' })
    stops()
    const reading = recorder.recording()
    vi.advanceTimersByTime(10_000)
    expect((await reading).stopIds).toEqual([1])
  })
})

test('of much output between two stops the beginning and the end are recorded, and no more', () => {
  const { happens, stops, writer } = record()
  for (let line = 0; line < 50_000; line += 1)
    happens({ kind: 'output', category: 'stdout', text: `line ${line}\n` }, 0)
  stops()
  happens({ kind: 'continued', allThreadsContinued: true })
  vi.runAllTimers()
  const pieces = [...writer.recording.output()]
  const text = pieces.map((piece) => piece.text).join('')
  expect(text.startsWith('line 0\n')).toBe(true)
  expect(text.endsWith('line 49999\n')).toBe(true)
  expect(text.length).toBeLessThanOrEqual(3 * 64 * 1024)
  expect(pieces.at(-1)?.offset).toBe((writer.recording.stop(1)?.record.output ?? 0) - 'line 49999\n'.length)
})

test('what looks like a secret is not recorded, nor what is in it, nor what an expression by such a name gave', () => {
  const { stops, valueAt, writer, send, happens } = record()
  stops()
  vi.advanceTimersByTime(500)
  send('evaluate', { frameId: 7, expression: 'user.password' })()
  send('evaluate', { frameId: 7, expression: 'total + 1' })()
  happens({ kind: 'continued', allThreadsContinued: true })
  vi.runAllTimers()
  expect(valueAt(1, 'password')).toBe('[REDACTED]')
  expect(valueAt(1, 'password.pin')).toBeUndefined()
  const [top] = writer.recording.stop(1)?.record.frames ?? []
  expect(top?.evaluated?.map(({ expression }) => expression)).toEqual(['total + 1'])
})
