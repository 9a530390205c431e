import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { must, type DapClient } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { endTogether, join, launch, localsOf, rowsIn, stopAfter } from './support/sessions.js'
import { allSubjects, debugpy, needs } from './support/subjects.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(() => endSessions(host))

const DEAF = `class Deaf:
    def __init__(self):
        self.heard = 1

    @property
    def level(self):
        return 5

    @level.setter
    def level(self, value):
        pass


def look():
    deaf = Deaf()
    return deaf


look()
`

test('mux 28: a Python setter that ignores its value: editors and agents are told the value that stands there', async (context) => {
  needs(context, debugpy)
  const program = joinPath(mkdtempSync(joinPath(tmpdir(), 'dapplex-deaf-')), 'deaf.py')
  writeFileSync(program, DEAF)
  const line = DEAF.split('\n').indexOf('    return deaf') + 1
  const { client, session } = await launch(host, debugpy, {
    program: { launch: { program, console: 'internalConsole' } },
    breakpoints: { [program]: [line] },
  })
  const { frameId } = await stopAfter(client)
  const { variablesReference = 0 } = (await localsOf(client, frameId)).find(({ name }) => name === 'deaf') ?? {}
  const set = (name: string) => ({ variablesReference, name, value: '9' })
  const expression = { expression: 'deaf.level', value: '9', frameId }
  expect(await client.expectSuccess('setVariable', set('level'))).toMatchObject({ value: '5' })
  expect(await client.expectSuccess('setExpression', expression)).toMatchObject({ value: '5' })
  const agent = await host.agent()
  const params = { session_id: session, name: 'deaf.level', value: 9 }
  expect(await agent.call('set_variable', params)).toMatchObject({ value: '5' })
  expect(await client.expectSuccess('setVariable', set('heard'))).toMatchObject({ value: '9' })
  await agent.close()
  await endTogether(client, [client])
})

const membersOf = (client: DapClient, { variablesReference }: Dap.Variable) =>
  rowsIn(client, [{ name: '', expensive: false, variablesReference }])

describe.each(allSubjects)('a write that works', (subject) => {
  test(
    `mux 28: is told as it is, and what others hold of that stop reads the new value [${subject.adapter}]`,
    { timeout: 120_000 },
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const first = await launch(host, subject, { program, breakpoints: { [program.source]: [program.body] } })
      const { frameId } = await stopAfter(first.client)
      const { client: second } = await join(host, first.session)
      const held = (await second.expectSuccess('scopes', { frameId: (await stopAfter(second)).frameId })).scopes
      const heldIndex = async () => (await rowsIn(second, held)).find(({ name }) => name === 'index')?.value
      expect(await heldIndex()).toBe('0')
      const { scopes } = await first.client.expectSuccess('scopes', { frameId })
      for (const { variablesReference } of scopes) {
        const { variables } = await first.client.expectSuccess('variables', { variablesReference })
        if (!variables.some(({ name }) => name === 'index')) continue
        const written = { variablesReference, name: 'index', value: '3' }
        expect((await first.client.expectSuccess('setVariable', written)).value).toBe('3')
        // The same once more changes nothing, and is a success all the same.
        expect((await first.client.expectSuccess('setVariable', written)).value).toBe('3')
      }
      const now = await localsOf(first.client, frameId)
      expect(now.find(({ name }) => name === 'index')?.value).toBe('3')
      await second.waitForEvent('invalidated')
      expect(await heldIndex()).toBe('3')
      const order = must((await rowsIn(second, held)).find(({ name }) => /^order$/i.test(name)))
      const heldQuantity = async () => (await membersOf(second, order)).find(({ name }) => /^quantity$/i.test(name))
      const { name } = must(await heldQuantity())
      const { variablesReference } = must(
        (await localsOf(first.client, frameId)).find((one) => one.name === order.name),
      )
      await first.client.expectSuccess('setVariable', { variablesReference, name, value: '42' })
      expect((await heldQuantity())?.value).toBe('42')
      await endTogether(first.client, [first.client, second])
    },
  )
})
