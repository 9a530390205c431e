import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Script } from '../../test/scripted/scripted-session.js'

let root: string
let folder: string
let file: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dapplex-tools-'))
  folder = join(root, 'app')
  file = join(folder, 'main.js')
  await mkdir(join(folder, '.state'), { recursive: true })
  await writeFile(file, Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join('\r\n'))
  await writeFile(join(folder, '.state', 'token'), 'secret')
  await writeFile(join(root, 'secret'), 'secret')
  await symlink(join(root, 'secret'), join(folder, 'link'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

function open(script: Script = {}) {
  const daemon = new ScriptedDaemon()
  const frame = { id: 1, name: 'f', line: 12, source: { path: file, name: 'main.js' } }
  const session = daemon.open({
    program: file,
    cwd: folder,
    script: { stackTrace: { stackFrames: [frame], totalFrames: 1 }, ...script },
  })
  return { daemon, session }
}

describe('source_get', () => {
  test('around the place of the frame', async () => {
    expect(await open().daemon.call('source_get', { before: 1, after: 1 })).toEqual({
      file,
      name: 'main.js',
      start_line: 11,
      end_line: 13,
      total_lines: 30,
      lines: [
        { line: 11, text: 'line 11' },
        { line: 12, text: 'line 12', is_current: true },
        { line: 13, text: 'line 13' },
      ],
      _meta: { session_id: 's1', stop_id: 3 },
    })
  })
  test('another file of the program, no pause needed', async () => {
    const { daemon, session } = open()
    session.change({ phase: 'running' })
    expect(await daemon.call('source_get', { file: 'main.js', line: 30, before: 0 })).toMatchObject({
      start_line: 30,
      end_line: 30,
      lines: [{ text: 'line 30' }],
    })
    expect((await daemon.fail('source_get')).data['type']).toBe('NOT_PAUSED')
  })
  test.each(['secret', 'app/.state/token', 'app/link'])('%s is none of its business: INVALID_FILE', async (name) => {
    expect((await open().daemon.fail('source_get', { file: join(root, name) })).data).toMatchObject({
      type: 'INVALID_FILE',
    })
  })
  test('a file that a loaded source, a breakpoint or a frame names', async () => {
    const elsewhere = join(root, 'secret')
    const { daemon, session } = open()
    session.change({ loadedSources: [{ path: elsewhere }] })
    expect(await daemon.call('source_get', { file: elsewhere })).toMatchObject({ lines: [{ text: 'secret' }] })
  })
  test('text that only the adapter has', async () => {
    const { daemon, session } = open({ source: { content: 'a\nb\n' } })
    expect(await daemon.call('source_get', { source_reference: 5 })).toMatchObject({
      total_lines: 2,
      lines: [{ text: 'a' }, { text: 'b' }],
    })
    expect(session.asked.at(-1)?.args).toMatchObject({ sourceReference: 5 })
  })
  test('a line behind the end, a source that nobody has', async () => {
    expect((await open().daemon.fail('source_get', { line: 99 })).data).toMatchObject({
      type: 'INVALID_LINE',
      line: 99,
      nearest_valid_line: 30,
    })
    const { daemon } = open({
      source: new Refusal('no source'),
      stackTrace: { stackFrames: [{ id: 1, name: 'f', line: 1, source: { path: '/none/x.c' } }] },
    })
    expect((await daemon.fail('source_get')).data).toMatchObject({
      type: 'INVALID_FILE',
      file: '/none/x.c',
      reason: 'it is not on this machine, and: no source',
    })
    const { daemon: bare } = open({ stackTrace: { stackFrames: [{ id: 1, name: 'memcpy' }] } })
    expect((await bare.fail('source_get')).data).toMatchObject({ type: 'INVALID_FILE', file: 'memcpy' })
  })
})

describe('output_get', () => {
  const pieces = [
    { offset: 0, category: 'stdout', text: 'one\n' },
    { offset: 4, category: 'stdout', text: 'zwei ü\n' },
    { offset: 12, category: 'stderr', text: 'bad\n' },
  ]
  test('from a position on, neighbours of one category joined', async () => {
    const { daemon, session } = open()
    session.pieces = pieces
    expect(await daemon.call('output_get')).toMatchObject({
      output: [
        { offset: 0, category: 'stdout', text: 'one\nzwei ü\n' },
        { offset: 12, category: 'stderr', text: 'bad\n' },
      ],
      next: 16,
    })
    expect(await daemon.call('output_get', { since: 12 })).toMatchObject({ output: [{ text: 'bad\n' }] })
    expect(await daemon.call('output_get', { category: 'stderr' })).toMatchObject({ output: [{ text: 'bad\n' }] })
  })
  test('no more than asked for, never half a character; next goes on there', async () => {
    const { daemon, session } = open()
    session.pieces = pieces
    expect(await daemon.call('output_get', { max_bytes: 10 })).toMatchObject({
      output: [{ text: 'one\nzwei ' }],
      next: 9,
      truncated: true,
    })
  })
  test('after the end of the session', async () => {
    const { daemon, session } = open()
    session.pieces = pieces
    session.change({ phase: 'ended' })
    expect(await daemon.call('output_get')).toMatchObject({ next: 16 })
  })
})

describe('input_send', () => {
  test('exactly as it is, or UNSUPPORTED with another way', async () => {
    const { daemon, session } = open()
    const failure = await daemon.fail('input_send', { text: 'x' })
    expect(failure.data).toMatchObject({ type: 'UNSUPPORTED', capability: 'standard input' })
    expect(failure.message).toContain('start the program in a terminal, type its input there, and attach to it')
    session.input = []
    expect(await daemon.call('input_send', { text: 'ü\n' })).toMatchObject({ success: true, bytes: 3 })
    expect(session.input).toEqual(['ü\n'])
  })
  test('of a program that has ended: that it has, not that it must stop', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'ended' } })
    for (const tool of ['input_send', 'variables_get', 'stacktrace_get'] as const) {
      const { message, data } = await daemon.fail(tool, { session_id: 's1' })
      expect(message, tool).toMatch(/^The program has ended/)
      expect(data, tool).toMatchObject({ type: 'NOT_PAUSED', current_state: 'exited' })
    }
  })
  test('through an adapter that reads for its program', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ traits: { serves: ['dapplex_input'] }, script: { dapplex_input: {} } })
    expect(await daemon.call('input_send', { text: 'x' })).toMatchObject({ bytes: 1 })
    expect(session.asked.at(-1)).toEqual({ command: 'dapplex_input', args: { text: 'x' } })
    await daemon.call('input_send', { eof: true })
    expect(session.asked.at(-1)).toEqual({ command: 'dapplex_input', args: { text: '', eof: true } })
  })
})

describe('modules_list and loaded_sources_list', () => {
  test('by request, where the adapter can', async () => {
    const { daemon, session } = open({
      modules: {
        modules: [
          { id: 1, name: 'a' },
          { id: 'b', name: 'b', path: '/b', symbolStatus: 'loaded' },
        ],
      },
    })
    session.change({ capabilities: { supportsModulesRequest: true } })
    expect(await daemon.call('modules_list', { start: 1 })).toMatchObject({
      modules: [{ id: 'b', name: 'b', path: '/b', symbols: 'loaded' }],
      total: 2,
    })
  })
  test('else by what it has told of', async () => {
    const { daemon, session } = open()
    session.change({ loadedSources: [{ name: 'x.js', path: '/x.js', sourceReference: 0 }, { name: 'y' }] })
    expect(await daemon.call('loaded_sources_list', { count: 1 })).toMatchObject({
      sources: [{ name: 'x.js', path: '/x.js' }],
      total: 2,
      truncated: true,
    })
    expect(session.asked).toEqual([])
  })
  test('else UNSUPPORTED', async () => {
    expect((await open().daemon.fail('modules_list')).data).toMatchObject({
      type: 'UNSUPPORTED',
      capability: 'supportsModulesRequest',
      adapter: 'Table',
    })
  })
})
