import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BreakpointView } from '@dapplex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { editor, Refusal, type Args, type ScriptedSession } from '../../test/scripted/scripted-session.js'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dapplex-tools-'))
  file = join(folder, 'main.js')
  await writeFile(file, 'one\ntwo\nthree\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const base: BreakpointView = {
  id: 7,
  what: 'source',
  enabled: true,
  verified: true,
  hits: 2,
  path: '/app/main.js',
  line: 3,
}

/** A core that keeps what it is asked for. */
function core(session: ScriptedSession): void {
  const add = (args: Args) => ({
    breakpoint: { ...base, id: 8, hits: 0, verified: false, message: 'pending', ...args },
  })
  session.script = {
    dapplex_breakpointAdd: add,
    dapplex_breakpointRemove: {},
    dapplex_breakpointEnable: ({ enabled }) => ({ breakpoint: { ...base, enabled } }),
  }
}

function open(view: Parameters<ScriptedDaemon['open']>[0] = {}) {
  const daemon = new ScriptedDaemon()
  const session = daemon.open(view)
  core(session)
  return { daemon, session }
}

describe('breakpoint_set', () => {
  test('asks the core in its words and shows a pending one as no error', async () => {
    const { daemon, session } = open()
    const params = { file, line: 2, condition: 'i > 1', hit_count: 3, log_message: 'i={i}' }
    expect(await daemon.call('breakpoint_set', params)).toEqual({
      id: 8,
      what: 'source',
      verified: false,
      enabled: true,
      file,
      line: 2,
      condition: 'i > 1',
      hit_condition: '3',
      log_message: 'i={i}',
      message: 'pending',
      hit_count: 0,
      kept_for: 'session',
      _meta: { session_id: 's1', stop_id: 3 },
    })
    expect(session.asked.at(-1)?.args).toEqual({
      path: file,
      line: 2,
      text: 'two',
      condition: 'i > 1',
      hitCondition: '3',
      logMessage: 'i={i}',
    })
  })
  test('a relative file is meant from the folder of the program', async () => {
    const { daemon, session } = open({ cwd: folder })
    await daemon.call('breakpoint_set', { file: 'main.js', line: 1 })
    expect(session.asked.at(-1)?.args).toEqual({ path: file, line: 1, text: 'one' })
  })
  test('with no session it is kept for the workspace', async () => {
    const daemon = new ScriptedDaemon()
    expect(await daemon.call('breakpoint_set', { file: '/elsewhere/x.js', line: 1 })).toMatchObject({
      id: 100,
      verified: false,
      kept_for: 'workspace',
    })
    expect(await daemon.call('breakpoint_list')).toMatchObject({ breakpoints: [{ id: 100, kept_for: 'workspace' }] })
    expect(await daemon.call('breakpoint_enable', { id: 100, enabled: false })).toMatchObject({
      id: 100,
      enabled: false,
    })
    await daemon.call('breakpoint_remove', { id: 100 })
    expect(daemon.kept).toEqual([])
  })
  test('after the end the breakpoints of the session are still listed, beside those kept for the workspace', async () => {
    const { daemon } = open({
      view: { phase: 'ended', breakpoints: [{ id: 7, what: 'source', enabled: true, verified: true, hits: 2 }] },
    })
    await daemon.call('breakpoint_set', { function: 'main', session_id: undefined })
    expect(await daemon.call('breakpoint_list')).toMatchObject({
      breakpoints: [
        { id: 7, hit_count: 2 },
        { id: 100, function: 'main' },
      ],
    })
  })
  test('also when the sessions there were have ended', async () => {
    const { daemon } = open({ view: { phase: 'ended' } })
    daemon.selected = 's1'
    expect(await daemon.call('breakpoint_set', { function: 'main' })).toMatchObject({
      what: 'function',
      kept_for: 'workspace',
    })
  })
  test.each([
    [{}, 'file'],
    [{ file: '/a' }, 'line'],
    [{ file: '/a', line: 1, function: 'f' }, 'function'],
    [{ line: 1, function: 'f' }, 'line'],
  ])('%j: -32602 for %s', async (params, field) => {
    expect(await open().daemon.fail('breakpoint_set', params)).toMatchObject({ code: -32602, data: { field } })
  })
  test('a line behind the end: INVALID_LINE with the last one', async () => {
    expect((await open().daemon.fail('breakpoint_set', { file, line: 9 })).data).toMatchObject({
      type: 'INVALID_LINE',
      line: 9,
      nearest_valid_line: 3,
    })
  })
  test('a file that is not here: INVALID_FILE where the sources are here, else pending', async () => {
    const missing = { file: join(folder, 'none.js'), line: 1 }
    expect((await open().daemon.fail('breakpoint_set', missing)).data).toMatchObject({
      type: 'INVALID_FILE',
      ...{ file: missing.file },
    })
    expect(await open({ view: { request: 'attach' } }).daemon.call('breakpoint_set', missing)).toMatchObject({ id: 8 })
    expect(await open({ traits: { sources: 'elsewhere' } }).daemon.call('breakpoint_set', missing)).toMatchObject({
      id: 8,
    })
  })
  test('a folder, or a relative path with nothing to start from: INVALID_FILE', async () => {
    expect((await open().daemon.fail('breakpoint_set', { file: folder, line: 1 })).data).toMatchObject({
      reason: 'it is a folder',
    })
    expect((await new ScriptedDaemon().fail('breakpoint_set', { file: 'x.js', line: 1 })).data).toMatchObject({
      type: 'INVALID_FILE',
      reason: 'the path is relative',
    })
  })
  test('a condition that the adapter cannot read: INVALID_CONDITION, and nothing is set', async () => {
    const { daemon, session } = open({ traits: { invalidCondition: 'is no expression' } })
    session.script = {
      ...session.script,
      dapplex_breakpointAdd: (args) => ({
        breakpoint: { ...base, verified: false, message: 'i > is no expression', ...args },
      }),
    }
    expect((await daemon.fail('breakpoint_set', { file, line: 2, condition: 'i >' })).data).toMatchObject({
      type: 'INVALID_CONDITION',
      condition: 'i >',
      reason: 'i > is no expression',
    })
    expect(session.asked.at(-1)).toEqual({ command: 'dapplex_breakpointRemove', args: { id: 7 } })
  })
  test('a function where the adapter has no function breakpoints: BREAKPOINT_UNSUPPORTED', async () => {
    expect((await open().daemon.fail('breakpoint_set', { function: 'f' })).data).toMatchObject({
      type: 'BREAKPOINT_UNSUPPORTED',
      what: 'function',
      adapter: 'Table',
    })
  })
})

describe('a breakpoint by its id', () => {
  test('finds its session among several', async () => {
    const { daemon } = open()
    const second = daemon.open({ view: { breakpoints: [base] } })
    core(second)
    expect(await daemon.call('breakpoint_enable', { id: 7, enabled: false })).toMatchObject({ id: 7, enabled: false })
    expect(await daemon.call('breakpoint_remove', { breakpoint_id: 7 })).toMatchObject({
      success: true,
      _meta: { session_id: 's2' },
    })
    expect(second.asked.at(-1)).toEqual({ command: 'dapplex_breakpointRemove', args: { id: 7 } })
  })
  test.each(['breakpoint_remove', 'breakpoint_enable', 'breakpoint_wait'])(
    '%s of none: BREAKPOINT_NOT_FOUND',
    async (name) => {
      const key = name === 'breakpoint_wait' ? 'breakpoint_id' : 'id'
      expect(await open().daemon.fail(name, { [key]: 9 })).toMatchObject({
        data: { type: 'BREAKPOINT_NOT_FOUND', id: 9 },
      })
    },
  )
  test("an editor's is listed with its owner and cannot be removed", async () => {
    const { daemon, session } = open({ view: { breakpoints: [{ ...base, owner: editor, actualLine: 5 }] } })
    expect(await daemon.call('breakpoint_list')).toMatchObject({
      breakpoints: [{ id: 7, line: 5, requested_line: 3, hit_count: 2, owner: { name: 'code', kind: 'editor' } }],
    })
    const error = {
      id: 70013,
      format: 'breakpoint 7 belongs to code',
      variables: { type: 'BREAKPOINT_NOT_FOUND', id: '7' },
    }
    session.script = { dapplex_breakpointRemove: new Refusal('no', error) }
    expect(await daemon.fail('breakpoint_remove', { id: 7 })).toMatchObject({
      message: 'breakpoint 7 belongs to code',
      data: { type: 'BREAKPOINT_NOT_FOUND', id: 7 },
    })
  })
})

describe('breakpoint_wait', () => {
  const stackTrace = { stackFrames: [{ id: 1, name: 'f', line: 3, source: { path: '/app/main.js' } }] }
  test('a program that stands there answers at once', async () => {
    const { daemon } = open({ view: { breakpoints: [base] } })
    daemon.sessions[0]!.script = { stackTrace }
    expect(await daemon.call('breakpoint_wait', { breakpoint_id: 7 })).toMatchObject({
      hit: true,
      breakpoint_id: 7,
      thread_id: 1,
      location: { file: '/app/main.js', line: 3 },
      hit_count: 2,
      stop_id: 3,
    })
  })
  test('another stop does not count', async () => {
    const { daemon, session } = open({ view: { breakpoints: [base, { ...base, id: 8 }] } })
    const waiting = daemon.call('breakpoint_wait', { breakpoint_id: 8, since_stop_id: 3 })
    session.stop('step')
    session.stop('breakpoint', [7])
    session.stop('breakpoint', [7, 8])
    expect(await waiting).toMatchObject({ hit: true, breakpoint_id: 8, breakpoint_ids: [7, 8], stop_id: 6 })
  })
  test('the time is over, or the program', async () => {
    const { daemon, session } = open({ view: { phase: 'running' } })
    expect(await daemon.call('breakpoint_wait', { timeout_ms: 1 })).toMatchObject({
      hit: false,
      reason: 'timeout',
      message: 'No breakpoint was hit within 1 ms',
    })
    const waiting = daemon.call('breakpoint_wait')
    session.happen({ kind: 'exited', exitCode: 0 }, { phase: 'ended' })
    expect(await waiting).toMatchObject({ hit: false, reason: 'exited' })
  })
})
