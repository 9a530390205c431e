import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildC, fixture, markerLine as lineOf } from '@dapplex/testkit'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'
import type { RpcClient } from './support/rpc-client.js'

const python = fixture('programs/python/orders.py')
const c = fixture('programs/c/orders.c')
const folder = mkdtempSync(join(tmpdir(), 'dapplex-moving-'))
let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon({ modules: [genericAdapter('debugpy'), genericAdapter('lldb')] })
  agent = await host.agent()
})
afterAll(async () => {
  await agent.close()
  await host.stop()
  rmSync(folder, { recursive: true })
})

describe('a Python program', () => {
  test('run_to: reaches the line; a breakpoint on the way is told; nothing is left; then debug_restart', async () => {
    const loop = lineOf(python, 'loop')
    const body = lineOf(python, 'body')
    const first = await agent.call('debug_launch', { program: python, stop_at_entry: true })
    const reached = await agent.call('run_to', { file: python, line: loop, expected_stop_id: 1 })
    expect(reached).toMatchObject({ reached: true, stopped: true, location: { line: loop }, breakpoint_ids: [] })
    expect((await agent.failure('run_to', { file: python, line: loop, expected_stop_id: 1 })).data).toMatchObject({
      type: 'STOP_CHANGED',
    })
    const { id } = await agent.call('breakpoint_set', { file: python, line: body })
    const onTheWay = await agent.call('run_to', { file: python, line: loop })
    expect(onTheWay).toMatchObject({ reached: false, location: { line: body }, breakpoint_ids: [id] })
    expect((await agent.call('breakpoint_list')).breakpoints).toHaveLength(1)
    expect((await agent.failure('run_to', { file: python, line: 9999 })).data).toMatchObject({ type: 'INVALID_LINE' })

    const { _meta } = await agent.call('debug_state')
    const again = await agent.call('debug_restart')
    expect(again).toMatchObject({ success: true, session_id: first.session_id, state: expect.any(String) })
    const since_stop_id = _meta.stop_id
    expect(await agent.call('wait_for_stop', { since_stop_id })).toMatchObject({ stopped: true, reason: 'entry' })
    expect(await agent.call('debug_continue', { wait: true })).toMatchObject({ breakpoint_ids: [id] })
    await agent.call('breakpoint_remove', { id })
    const last = await agent.call('run_to', { file: python, line: 10 })
    expect(last).toMatchObject({ reached: false, reason: 'exited', message: expect.stringContaining('ended before') })
    // Over, and started once more.
    expect(await agent.call('debug_restart')).toMatchObject({ session_id: first.session_id })
    expect(await agent.call('debug_disconnect', { terminate: true })).toMatchObject({ success: true })
  })

  test('a folder is no program; a configuration that is not there says where it was looked for', async () => {
    const { data, message } = await agent.failure('debug_launch', { program: folder, adapter: 'debugpy' })
    expect(data).toMatchObject({ type: 'INVALID_PATH', path: folder })
    expect(message).toMatch(/is a folder: debugpy \(Python\) runs a file/)
    expect((await agent.failure('debug_launch', { program: folder })).message).toMatch(/without a project/)
    expect((await agent.failure('debug_launch', { configuration: 'nosuch' })).message).toBe(
      "No configuration 'nosuch' is known of the user; give cwd or program to search a workspace",
    )
    writeFileSync(
      join(folder, 'dapplex.jsonc'),
      '{"configurations": [{"name": "Run", "program": "${workspaceFolder}/a.py"}, {"name": "Ask", "program": "${input:x}"}]}',
    )
    const { configurations } = await agent.call('configurations_list', { workspace: folder })
    expect(configurations).toEqual([
      { name: 'Run', file: join(folder, 'dapplex.jsonc'), request: 'launch', program: join(folder, 'a.py') },
      { name: 'Ask', file: join(folder, 'dapplex.jsonc'), unusable: expect.stringContaining('input:x') },
    ])
  })

  test('memory and machine code: UNSUPPORTED', async () => {
    await agent.call('debug_launch', { program: python, stop_at_entry: true })
    for (const tool of ['memory_read', 'disassemble'])
      expect((await agent.failure(tool, { address: '0x10' })).data).toMatchObject({
        type: 'UNSUPPORTED',
        adapter: 'debugpy (Python)',
      })
    await agent.call('debug_disconnect', { terminate: true })
  })
})

test('a C program: memory, machine code', async () => {
  const program = await buildC(c)
  const breakpoints = [{ file: c, line: lineOf(c, 'body') }]
  await agent.call('debug_launch', { program, adapter: 'lldb', breakpoints })
  await agent.call('wait_for_stop')
  const label = await agent.call('memory_read', { address: '&label', count: 16 })
  expect(label).toMatchObject({ count: 16, text: expect.stringMatching(/^order 0\./) })
  expect(await agent.call('memory_read', { address: label.address, offset: 6, count: 1 })).toMatchObject({ text: '0' })
  expect((await agent.failure('memory_read', { address: '0x10' })).data).toMatchObject({ type: 'MEMORY_READ_FAILED' })
  const large = await agent.failure('memory_read', { address: '&label', count: 65_537 })
  expect(large.data).toMatchObject({ type: 'SIZE_EXCEEDED', size: 65_537, maximum: 65_536 })
  expect((await agent.failure('memory_read', { address: 'nosuch' })).data).toMatchObject({ type: 'INVALID_ADDRESS' })
  const { instructions } = await agent.call('disassemble', { count: 4 })
  expect(instructions).toHaveLength(4)
  expect(instructions[0]).toMatchObject({
    is_current: true,
    symbol: 'total',
    address: expect.stringMatching(/^0x/),
    bytes: expect.stringMatching(/^([0-9a-f]{2})+$/),
  })
  const other = await agent.call('disassemble', { address: instructions[1]?.address, count: 1 })
  expect(other.instructions[0]).toMatchObject({ address: instructions[1]?.address })
  expect((await agent.failure('disassemble', { address: '0x10' })).data).toMatchObject({ type: 'MEMORY_READ_FAILED' })
  await agent.call('debug_disconnect', { terminate: true })
})
