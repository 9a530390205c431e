import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPrincipal, readPrincipals, removePrincipal } from '../src/index.js'
import { must, openSession } from '@dapplex/testkit'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))
let host: TestDaemon
let file: string
let session: string
const tokens = { observer: '', operator: '', owner: '' }
beforeAll(async () => {
  host = await testDaemon({ modules: [genericAdapter('debugpy')] })
  file = join(host.home, 'principals.json')
  for (const role of ['observer', 'operator', 'owner'] as const)
    tokens[role] = addPrincipal(file, { name: `the-${role}`, role })
  const agent = await host.agent()
  session = (await agent.call('debug_launch', { program, stop_at_entry: true })).session_id
  await agent.close()
})
afterAll(() => host.stop())

test('tokens are kept as hashes, in a file of this user alone', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  for (const token of Object.values(tokens)) expect(readFileSync(file, 'utf8')).not.toContain(token)
  expect(readPrincipals(file).map(({ name, role }) => [name, role])).toContainEqual(['the-observer', 'observer'])
  expect(() => addPrincipal(file, { name: 'the-owner', role: 'owner' })).toThrow(/already has a token/)
  expect(() => addPrincipal(file, { name: 'a b', role: 'owner' })).toThrow(/is not a valid name/)
})

describe('over WebSocket', () => {
  test('an observer reads, and may not move, change, launch or end', async () => {
    const observer = await host.agentWith(tokens.observer)
    expect(await observer.call('stacktrace_get', { session_id: session })).toMatchObject({ frames: expect.any(Array) })
    const { clients } = await observer.call('debug_state', { session_id: session })
    expect(clients).toContainEqual(expect.objectContaining({ principal: 'the-observer', role: 'observer' }))
    const refused = (needed: string) => ({ data: { type: 'FORBIDDEN', needed, role: 'observer' } })
    expect(await observer.failure('debug_step', { session_id: session, action: 'over' })).toMatchObject(
      refused('operator'),
    )
    expect(await observer.failure('evaluate', { session_id: session, expression: 'print(1)' })).toMatchObject(
      refused('operator'),
    )
    expect(await observer.failure('debug_launch', { program })).toMatchObject(refused('owner'))
    expect(await observer.failure('debug_disconnect', { session_id: session, terminate: true })).toMatchObject({
      data: { type: 'FORBIDDEN' },
    })
    await observer.close()
  })

  test('an operator moves and changes, and may not launch', async () => {
    const operator = await host.agentWith(tokens.operator)
    expect(await operator.call('debug_step', { session_id: session, action: 'over' })).toMatchObject({ success: true })
    expect(await operator.call('evaluate', { session_id: session, expression: '1 + 1' })).toMatchObject({ result: '2' })
    expect(await operator.failure('debug_launch', { program })).toMatchObject({
      data: { type: 'FORBIDDEN', needed: 'owner', role: 'operator' },
    })
    await operator.close()
  })

  test('a token that was taken away, or never was, opens nothing', async () => {
    const token = addPrincipal(file, { name: 'guest', role: 'owner' })
    await (await host.agentWith(token)).close()
    expect(removePrincipal(file, 'guest')).toBe(true)
    expect(removePrincipal(file, 'guest')).toBe(false)
    await expect(host.agentWith(token)).rejects.toThrow(/401/)
    await expect(host.agentWith('wrong')).rejects.toThrow(/401/)
  })
})

describe('over DAP', () => {
  test('mux 9: an observer in an editor: breakpoints succeed unverified, moves are refused', async () => {
    const editor = await host.dapOverTcp()
    const { breakpoints, started } = await openSession(editor, {
      request: 'attach',
      arguments: { dapplexSession: session, dapplexToken: tokens.observer },
      breakpoints: { [program]: [1] },
    })
    expect(await started).toMatchObject({ success: true })
    expect(breakpoints[program]).toMatchObject([{ verified: false }])
    const { body } = await editor.waitForEvent('stopped')
    expect((await editor.expectSuccess('stackTrace', { threadId: must(body.threadId) })).stackFrames).not.toEqual([])
    expect((await editor.expectFailure('next', { threadId: must(body.threadId) })).message).toContain('operator')
    expect((await editor.expectFailure('terminate')).message).toMatch(/operator|owner/)
    await editor.expectSuccess('disconnect', { terminateDebuggee: true })
    const agent = await host.agent()
    expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'stopped' })
    await agent.close()
    await editor.close()
  })

  test.each(['observer', 'operator'] as const)('%s: may join, and may not launch', async (role) => {
    const editor = await host.dapOverTcp()
    await editor.expectSuccess('dapplex_hello', { token: tokens[role], adapter: 'debugpy' })
    await editor.expectSuccess('initialize', { adapterID: 'debugpy' })
    const refused = await editor.expectFailure('launch', { type: 'debugpy', program })
    expect(refused.message).toContain('needs the role owner; this client is ' + role)
    await editor.close()
  })

  test('an owner may launch', async () => {
    const editor = await host.dapOverTcp()
    const { started } = await openSession(editor, {
      request: 'launch',
      arguments: { type: 'debugpy', program, dapplexToken: tokens.owner },
      exceptionFilters: [],
    })
    expect(await started).toMatchObject({ success: true })
    await editor.waitForEvent('terminated')
    await editor.close()
  })
})
