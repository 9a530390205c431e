import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { DapClient, errorVariables, firstOf, fixture, markerLine, openSession } from '@dapplex/testkit'
import { connectTcp } from '@dapplex/transport'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addPrincipal } from '../../src/index.js'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { expectValid, launch, localsOf, SLOW, stopAfter } from './support/sessions.js'
import { allSubjects, needs } from './support/subjects.js'

const workspace = mkdtempSync(joinPath(tmpdir(), 'dapplex-control-'))
const tokens = { operator: '', observer: '' }
let host: TestDaemon
beforeAll(async () => {
  writeFileSync(joinPath(workspace, 'dapplex.jsonc'), JSON.stringify({ sessions: { control: 'exclusive' } }))
  host = await testDaemon()
  for (const role of ['operator', 'observer'] as const)
    tokens[role] = addPrincipal(joinPath(host.home, 'principals.json'), { name: role, role })
})
afterAll(async () => {
  await host.stop()
  rmSync(workspace, { recursive: true })
})
afterEach(() => endSessions(host))

/** An editor that joins with somebody else's token. */
async function joinAs(role: keyof typeof tokens, session: string): Promise<DapClient> {
  const port = await connectTcp({ host: '127.0.0.1', port: host.daemon.state.port })
  const client = new DapClient(port, { name: role, ...SLOW })
  await openSession(client, {
    request: 'attach',
    arguments: { dapplexSession: session, dapplexToken: tokens[role], dapplexName: role },
    exceptionFilters: [],
  })
  return client
}

async function refused(client: DapClient, command: string, args: object = {}): Promise<Record<string, unknown>> {
  const { message, body } = await client.request(command, args)
  const variables = errorVariables({ body })
  expect(message?.length, command).toBeGreaterThan(20)
  return variables
}

describe.each(allSubjects)('roles and control', (subject) => {
  test(
    `mux 9, 11, 19: nobody moves or ends the program without the right; refusals are in words [${subject.adapter}]`,
    { timeout: 60_000 },
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const { client: first, session } = await launch(host, subject, {
        program,
        workspace,
        breakpoints: { [source]: [body] },
      })
      const { threadId } = await stopAfter(first)
      const operator = await joinAs('operator', session)
      const observer = await joinAs('observer', session)
      await Promise.all([operator, observer].map((client) => stopAfter(client)))

      // An operator moves the program; whose it is may end it.
      for (const command of ['terminate', 'restart'])
        expect(await refused(operator, command)).toMatchObject({ type: 'FORBIDDEN', command, role: 'operator' })

      // An observer reads, and is not failed where an editor would stumble.
      const unset = await observer.expectSuccess('setBreakpoints', {
        source: { path: source },
        breakpoints: [{ line: body }],
      })
      expect(unset.breakpoints).toMatchObject([{ verified: false, message: expect.stringContaining('observer') }])
      const { stackFrames } = await observer.expectSuccess('stackTrace', { threadId })
      expect(
        (await observer.expectSuccess('scopes', { frameId: firstOf(stackFrames).id })).scopes.length,
      ).toBeGreaterThan(0)
      const moves = { next: { threadId }, continue: { threadId }, pause: { threadId }, terminate: {}, restart: {} }
      for (const [command, args] of Object.entries(moves))
        expect(await refused(observer, command, args)).toMatchObject({ type: 'FORBIDDEN', command, needs: 'operator' })

      // An agent holds control against agents, not against a person.
      const agent = await host.agent()
      await agent.call('events_subscribe', { session_id: session })
      await agent.call('control_acquire', { session_id: session, lease_ms: 60_000, reason: 'looking for the fault' })
      const robot = await host.agentWith(tokens.operator)
      const held = await robot.failure('control_acquire', { session_id: session })
      expect(held).toMatchObject({ data: { type: 'CONTROL_HELD', holder: 'agent-1' } })
      expect(Number(held.data?.['remaining_ms'])).toBeGreaterThan(30_000)
      expect(await robot.failure('debug_step', { session_id: session, action: 'over' })).toMatchObject({
        data: { type: 'CONTROL_HELD', holder: 'agent-1', remaining_ms: expect.any(Number) },
      })
      const marks = [first, operator, observer].map((client) => client.mark())
      await operator.expectSuccess('next', { threadId }, SLOW)
      await Promise.all([first, operator, observer].map((client, at) => stopAfter(client, marks[at])))
      const isTaken = ({ params }: { params?: { type?: string; change?: string } }) =>
        params?.type === 'control' && params.change === 'taken'
      expect(await agent.next(isTaken)).toMatchObject({ params: { holder: { principal: 'operator' } } })

      // Now it is the operator's: not even the launcher acts against that, and its holder may end the program.
      for (const [command, args] of Object.entries({ next: { threadId }, terminate: {}, restart: {} }))
        expect(await refused(first, command, args)).toMatchObject({ type: 'CONTROL_HELD', holder: 'operator' })
      expect((await first.expectSuccess('threads')).threads.length).toBeGreaterThan(0)
      await operator.expectSuccess('terminate', {}, SLOW)
      for (const client of [first, operator, observer]) {
        await client.waitForEvent('terminated', () => true, SLOW)
        expectValid(client)
        await client.close()
      }
      await Promise.all([agent, robot].map((one) => one.close()))
    },
  )
})

test('mux 19: an observer runs no code of the program, neither by an evaluation nor by a getter', async () => {
  const program = fixture('programs/node/values.cjs')
  const line = markerLine(program, 'BREAK: values')
  const { client: first, session } = await launch(
    host,
    { adapter: 'node' },
    { program: { launch: { program } }, breakpoints: { [program]: [line] } },
  )
  const { frameId } = await stopAfter(first)
  const runs = { expression: 'globalThis.getterRuns', frameId, context: 'watch' }
  const observer = await joinAs('observer', session)
  const stop = await stopAfter(observer)
  for (const context of ['watch', 'hover', 'repl', 'clipboard', 'variables'])
    expect(
      await refused(observer, 'evaluate', { expression: 'account.doubled', frameId: stop.frameId, context }),
      context,
    ).toMatchObject({ type: 'FORBIDDEN', needs: 'operator' })
  const locals = await localsOf(observer, stop.frameId)
  const { variablesReference = 0 } = locals.find(({ name }) => name === 'account') ?? {}
  const { variables } = await observer.expectSuccess('variables', { variablesReference })
  const lazy = variables.filter(({ presentationHint }) => presentationHint?.lazy === true)
  expect(lazy.map(({ name }) => name)).toContain('tripled')
  for (const row of lazy)
    expect(await refused(observer, 'variables', { variablesReference: row.variablesReference })).toMatchObject({
      type: 'FORBIDDEN',
      command: 'variables',
      needs: 'operator',
    })
  expect((await first.expectSuccess('evaluate', runs)).result).toBe('undefined')
  // A watch of an editor is an evaluation that its person has asked for. The others are told that it ran code.
  const mark = observer.mark()
  await first.expectSuccess('evaluate', { ...runs, expression: 'account.owner' })
  await first.expectSuccess('evaluate', { ...runs, expression: 'account.doubled' })
  const { body } = await observer.waitForEvent('output', ({ body: { category } }) => category === 'console', {
    after: mark,
  })
  expect(body.output).toBe('[first] evaluated account.doubled, which runs code of the program\n')
  expect((await first.expectSuccess('evaluate', runs)).result).toBe('1')
  for (const client of [first, observer]) await client.close()
})
