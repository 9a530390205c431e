import { describe, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Script, type SessionSetup } from '../../test/scripted/scripted-session.js'

const stackTrace = {
  stackFrames: [{ id: 1, name: 'total', line: 15, source: { path: '/m.c' }, instructionPointerReference: '0x40119c' }],
  totalFrames: 1,
}
const lldb = {
  console: { readMemory: '`memory read -c ${count} ${address}', disassemble: '`disassemble -s ${address} -c ${count}' },
}

function open(setup: SessionSetup, script: Script = {}) {
  const daemon = new ScriptedDaemon()
  const session = daemon.open({ ...setup, script: { stackTrace, ...script } })
  return { daemon, session }
}
const capable = { capabilities: { supportsReadMemoryRequest: true, supportsDisassembleRequest: true } }
const bytes = Buffer.from('Ada\0\xff', 'latin1')

describe('memory_read', () => {
  test('by the request of DAP', async () => {
    const { daemon, session } = open(
      { view: capable },
      { readMemory: { address: '0x1010', data: bytes.toString('base64'), unreadableBytes: 3 } },
    )
    expect(await daemon.call('memory_read', { address: '0x1000', offset: 16, count: 8 })).toMatchObject({
      address: '0x1010',
      bytes: '41646100ff',
      text: 'Ada..',
      count: 5,
      unreadable: 3,
    })
    expect(session.asked.at(-1)?.args).toEqual({ memoryReference: '0x1010', offset: 0, count: 8 })
  })
  test('by the console, where the definition says how', async () => {
    const { daemon, session } = open(
      { traits: lldb },
      { evaluate: { result: '0x7ffe10: 0x41 0x64\n0x7ffe12: 0x61\n', variablesReference: 0 } },
    )
    expect(await daemon.call('memory_read', { address: '0x7ffe10', count: 4 })).toMatchObject({
      bytes: '416461',
      text: 'Ada',
      unreadable: 1,
    })
    expect(session.asked.at(-1)?.args).toEqual({ expression: '`memory read -c 4 0x7ffe10', context: 'repl' })
  })
  test.each([
    { body: { result: '0x00007ffe10', variablesReference: 4 }, want: '0x7ffe10', why: 'the text of a pointer' },
    { body: { result: '{…}', memoryReference: '0x20', variablesReference: 4 }, want: '0x20', why: 'its reference' },
  ])('the address of a name is $why', async ({ body, want }) => {
    const { daemon } = open({ view: capable }, { evaluate: body, readMemory: { data: 'AA==' } })
    expect(await daemon.call('memory_read', { address: 'source' })).toMatchObject({ address: want })
  })
  test.each([
    { params: { address: '0x10', count: 65_537 }, want: { type: 'SIZE_EXCEEDED', size: 65_537, maximum: 65_536 } },
    { params: { address: 'no' }, want: { type: 'INVALID_ADDRESS', reason: 'no symbol' } },
    { params: { address: '0x10', offset: -17 }, want: { type: 'INVALID_ADDRESS' } },
    { params: { address: '0x10' }, want: { type: 'MEMORY_READ_FAILED', address: '0x10', reason: 'not mapped' } },
  ])('$want.type', async ({ params, want }) => {
    const script = { evaluate: new Refusal('no symbol'), readMemory: new Refusal('not mapped') }
    expect((await open({ view: capable }, script).daemon.fail('memory_read', params)).data).toMatchObject(want)
  })
  test('an expression needs the operator role; a console error is MEMORY_READ_FAILED', async () => {
    const { daemon } = open({ traits: lldb }, { evaluate: { result: 'error: memory read failed for 0x0\n' } })
    expect((await daemon.fail('memory_read', { address: '0x0' })).data).toMatchObject({ type: 'MEMORY_READ_FAILED' })
    daemon.role = 'observer'
    expect((await daemon.fail('memory_read', { address: 'f()' })).data).toMatchObject({ type: 'FORBIDDEN' })
  })
  test.each(['memory_read', 'disassemble'])('%s: UNSUPPORTED elsewhere', async (name) => {
    const capability = name === 'disassemble' ? 'supportsDisassembleRequest' : 'supportsReadMemoryRequest'
    expect((await open({}).daemon.fail(name, { address: '0x10' })).data).toMatchObject({
      type: 'UNSUPPORTED',
      capability,
      adapter: 'Table',
    })
  })
})

describe('disassemble', () => {
  test('by the request of DAP, from where the frame stands', async () => {
    const instructions = [
      { address: '0x40119c', instruction: 'mov eax', instructionBytes: '8b 40', location: { path: '/m.c' }, line: 4 },
      { address: '0x40119e', instruction: 'ret' },
    ]
    const { daemon, session } = open({ view: capable }, { disassemble: { instructions } })
    expect(await daemon.call('disassemble', { count: 2 })).toMatchObject({
      instructions: [
        { address: '0x40119c', instruction: 'mov eax', bytes: '8b40', file: '/m.c', line: 4, is_current: true },
        { address: '0x40119e', instruction: 'ret', file: '/m.c' },
      ],
    })
    expect(session.asked.at(-1)?.args).toMatchObject({ memoryReference: '0x40119c', instructionCount: 2 })
  })
  test('by the console', async () => {
    const result =
      'orders`total:\n->  0x55198 <+15>: 48 8b 45 b8  movq   -0x48(%rbp), %rax\n    0x5519c <+19>: c3  retq\n'
    const { daemon } = open({ traits: lldb }, { evaluate: { result } })
    expect((await daemon.call('disassemble'))['instructions']).toEqual([
      {
        address: '0x55198',
        instruction: 'movq   -0x48(%rbp), %rax',
        bytes: '488b45b8',
        symbol: 'total',
        is_current: true,
      },
      { address: '0x5519c', instruction: 'retq', bytes: 'c3', symbol: 'total' },
    ])
  })
})
