import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { Recording } from '@dapplex/recording'
import { openSession } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT } from '../support/prepared-program.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-recorder-'))
// When the daemon has ended.
afterAll(() => rmSync(folder, { recursive: true }))
const MOST_BYTES = 1024 * 1024
mkdirSync(join(folder, 'dapplex'))
writeFileSync(join(folder, 'dapplex', 'dapplex.jsonc'), JSON.stringify({ limits: { recording_bytes: MOST_BYTES } }))
vi.stubEnv('XDG_CONFIG_HOME', folder)
const { host, agent } = await daemonWithAgent({ recorderStopMs: 60_000 })
vi.unstubAllEnvs()
afterEach(() => endSessions(host))

function program(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
const recordings = () => {
  const path = join(host.home, 'recordings')
  return (existsSync(path) ? readdirSync(path) : []).map((file) => join(path, file))
}

test('a session of an editor alone is recorded too, in a file for this user alone', async () => {
  const path = program('counts.cjs', 'let total = 0', 'for (const part of [1, 2, 3]) {', '  total += part', '}')
  const editor = await host.dapOverSocket('code')
  const before = recordings()
  const { started } = await openSession(editor, {
    request: 'launch',
    arguments: { type: 'node', request: 'launch', name: 'run', program: path },
    breakpoints: { [path]: [3] },
  })
  expect(await started).toMatchObject({ success: true })
  const { body } = await editor.waitForEvent('stopped')
  const [session] = (await agent.call('sessions_list')).sessions.filter(({ state }) => state === 'stopped')
  const about = { session_id: session?.session_id }
  await agent.call('stops_list', about)
  const mark = editor.mark()
  await editor.expectSuccess('continue', { threadId: body.threadId ?? 0 })
  await editor.waitForEvent('stopped', undefined, { after: mark })
  const { values } = await agent.call('values_history', { ...about, expression: 'total' })
  expect(values.map(({ value, by }) => [value, by])).toEqual([
    ['0', undefined],
    ['1', 'Visual Studio Code'],
  ])
  const [file, ...others] = recordings().filter((one) => !before.includes(one))
  expect(others).toEqual([])
  expect(statSync(file ?? '').mode & 0o777).toBe(0o600)
  await editor.expectSuccess('disconnect', { terminateDebuggee: true })
  await editor.close()
})

test('nothing that is recorded runs a getter of the program, and no secret of it is on disk', async () => {
  const path = program(
    'trap.cjs',
    "const trap = { get price() { console.log('the getter ran'); return 1 }, deep: { get cost() { console.log('the getter ran') } } }",
    "const login = { user: 'ada', password: 'a9-Zq-77-tt' }",
    'trap, login // HERE',
  )
  await agent.call('debug_launch', {
    program: path,
    breakpoints: [{ file: path, text: 'HERE' }],
    detail: 'place',
    ...PATIENT,
  })
  const stop = { stop_id: 1, expand: 'login' }
  expect((await agent.call('variables_get', stop)).variables).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'user', value: "'ada'" }),
      expect.objectContaining({ name: 'password', value: '[REDACTED]' }),
    ]),
  )
  const end = await agent.call('debug_continue', { wait: true })
  expect(end).toMatchObject({ reason: 'exited', exit_code: 0 })
  expect(JSON.stringify((await agent.call('output_get')).output)).not.toContain('the getter ran')
})

test('who evaluates and steps on at once loses nothing that was read before, and what the evaluation gave is recorded', async () => {
  const path = program('evaluates.cjs', 'let total = 2', 'total += 1 // HERE', 'total += 1', 'total += 1')
  const launched = await agent.call('debug_launch', {
    program: path,
    breakpoints: [{ file: path, text: 'HERE' }],
    detail: 'place',
    ...PATIENT,
  })
  const about = { session_id: launched.session_id }
  await agent.call('stops_list', about)
  await agent.call('evaluate', { ...about, expression: 'total * 21' })
  await agent.call('debug_step', { ...about, action: 'over', detail: 'place', timeout_ms: 100_000 })
  const { variables } = await agent.call('variables_get', { ...about, stop_id: launched._meta.stop_id })
  expect(variables).toContainEqual(expect.objectContaining({ name: 'total', value: '2' }))
  expect(await agent.call('evaluate', { ...about, expression: 'total * 21' })).toMatchObject({ result: '63' })
  await agent.call('debug_disconnect', { ...about, terminate: true })
  const past = await agent.call('evaluate', { ...about, expression: 'total * 21' })
  expect(past).toMatchObject({ result: '63', recorded_stop_id: launched._meta.stop_id + 1 })
})

/** Some output of a lap is told after its stop on a busy machine, and shares the room of the next one: these fill the recording all the same. */
const LAPS = 32

test('a program that prints for ever fills the room of its recording and no more: the newest stops and output are there', async () => {
  // Each lap prints more than is recorded between two stops, and the last one much more.
  const path = program(
    'prints.cjs',
    "const { randomBytes } = require('node:crypto')",
    'const print = (text) => new Promise((written) => process.stdout.write(text, written))',
    'void (async () => {',
    `  for (let lap = 1; lap <= ${LAPS}; lap += 1) {`,
    `    for (let at = 0; at < (lap < ${LAPS} ? 16 : 400); at += 1) await print('lap ' + lap + ' ' + randomBytes(8192).toString('hex') + '\\n')`,
    '    void lap // HERE',
    '  }',
    '})()',
  )
  const before = recordings()
  const { session_id } = await agent.call('debug_launch', {
    program: path,
    breakpoints: [{ file: path, text: 'HERE' }],
    detail: 'place',
    ...PATIENT,
  })
  const [file = ''] = recordings().filter((one) => !before.includes(one))
  const sizes = [statSync(file).size]
  for (let lap = 2; lap <= LAPS; lap += 1) {
    await agent.call('debug_continue', { session_id, wait: true, detail: 'place', timeout_ms: 100_000 })
    sizes.push(statSync(file).size)
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES)
  expect(Math.max(...sizes)).toBeGreaterThan(MOST_BYTES / 2)
  const { total, dropped = 0, stops } = await agent.call('stops_list', { session_id })
  expect(total + dropped).toBe(LAPS)
  expect(dropped).toBeGreaterThan(0)
  expect(stops.at(-1)).toMatchObject({ recorded: 'all' })
  expect(statSync(file).size).toBeLessThanOrEqual(MOST_BYTES)
  const read = await Recording.open(file)
  expect(read.damage).toBeUndefined()
  expect([...read.output()].map(({ text }) => text).join('')).toContain(`lap ${LAPS} `)
  read.close()
  await agent.call('debug_disconnect', { session_id, terminate: true })
})

test('keep_ended_ms of a workspace: so long after its end a session can be read', async () => {
  const cwd = join(folder, 'brief')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'dapplex.jsonc'), '{ "sessions": { "keep_ended_ms": 0 } }')
  const path = program('brief/one.cjs', 'let one = 1', 'one += 1 // HERE')
  const { session_id } = await agent.call('debug_launch', { program: path, cwd, stop_at_entry: true, ...PATIENT })
  await agent.call('events_subscribe', { session_id })
  const gone = agent.next((message) => message.params?.type === 'ended')
  await agent.call('debug_disconnect', { session_id, terminate: true })
  await gone
  // The daemon's own timer is in this process, as short, and was set before.
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(await agent.failure('debug_state', { session_id })).toMatchObject({ data: { type: 'SESSION_NOT_FOUND' } })
})

test('a workspace can switch it off: nothing is written, and who asks is told so', async () => {
  const cwd = join(folder, 'quiet')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'dapplex.jsonc'), '{ "sessions": { "recorder": "off" } }')
  const path = program('quiet/one.cjs', 'let one = 1', 'one += 1 // HERE')
  const before = recordings()
  await agent.call('debug_launch', { program: path, cwd, breakpoints: [{ file: path, text: 'HERE' }], ...PATIENT })
  expect(await agent.failure('stops_list')).toMatchObject({
    data: { type: 'UNSUPPORTED' },
    message: expect.stringContaining('the recorder is off'),
  })
  expect(recordings()).toEqual(before)
})
