import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { argumentTypes, type ArgumentType, type JsonObject } from '@dapplex/protocol'
import { errorVariables, openSession, type DapClient } from '@dapplex/testkit'
import { addPrincipal } from '../../src/index.js'
import { join as joinSession, launch, localsOf, stopAfter, topFrame } from '../rules/support/sessions.js'
import { debugpy, delve, needs } from '../rules/support/subjects.js'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

let host: TestDaemon
let token: string
beforeAll(async () => {
  host = await testDaemon()
  token = addPrincipal(join(host.home, 'principals.json'), { name: 'guest', role: 'observer' })
})
afterAll(() => host.stop())
afterEach(() => endSessions(host))

/** Values that a type does not allow, at its outside and at each of its members. */
function wrongValues(type: ArgumentType, depth = 0): unknown[] {
  if (typeof type === 'string') return type === 'integer' ? ['x', 1.5, 1e300, {}] : [type === 'string' ? 7 : 'x', []]
  if (type.kind === 'list') return ['x', ...wrongValues(type.each, depth + 1).map((one) => [one])]
  const inner = depth > 2 ? [] : [...type.members].flatMap(([name, member]) => wrongMember(name, member, depth + 1))
  return ['x', ...inner]
}
const wrongMember = (name: string, type: ArgumentType, depth = 0): JsonObject[] =>
  wrongValues(type, depth).map((value) => ({ [name]: value }))

const attacks: readonly (readonly [string, JsonObject])[] = [...argumentTypes].flatMap(([command, { members }]) =>
  [...members].flatMap(([name, type]) => [
    ...wrongMember(name, type).map((args) => [command, args] as const),
    // Go reads members in any case, and the long s as an s.
    ...[name.toUpperCase(), name.replace('s', '\u017f')].map(
      (other) => [command, wrongMember(other, type)[0] ?? {}] as const,
    ),
  ]),
)

/** These move the program without arguments. */
const MOVES = ['terminate', 'continue', 'next', 'stepIn', 'stepOut', 'stepBack', 'reverseContinue', 'pause']

const LISTS = [
  ['setBreakpoints', 'breakpoints'],
  ['setFunctionBreakpoints', 'breakpoints'],
  ['setDataBreakpoints', 'breakpoints'],
  ['setInstructionBreakpoints', 'breakpoints'],
  ['setExceptionBreakpoints', 'filterOptions'],
  ['setExceptionBreakpoints', 'exceptionOptions'],
] as const

/** A guest who may only look. */
async function observer(session: string): Promise<DapClient> {
  const client = await host.dapOverTcp('guest')
  const { started } = await openSession(client, {
    request: 'attach',
    arguments: { dapplexSession: session, dapplexToken: token },
    exceptionFilters: [],
  })
  await started
  await client.waitForEvent('stopped')
  return client
}

describe.each([debugpy, delve])('arguments of types that DAP does not allow', (subject) => {
  test(
    `mux 20: are refused to an observer and to a second editor, and the session goes on [${subject.adapter}]`,
    { timeout: 240_000 },
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const { client: owner, session } = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      const { threadId, frameId } = await stopAfter(owner)
      const { client: editor } = await joinSession(host, session)
      for (const client of [await observer(session), editor]) {
        const answers = await Promise.all(attacks.map(([command, args]) => client.request(command, args)))
        const passed = attacks.filter(
          (_, at) => answers[at]?.success === true || errorVariables(answers[at] ?? {})['type'] !== 'INVALID_REQUEST',
        )
        expect(passed).toEqual([])
        expect((await topFrame(owner, threadId)).line).toBe(body)
      }
      expect(attacks.length).toBeGreaterThan(500)

      // Null stands for what may be missing, and every adapter gets it. What must be there may be missing as well, but not in lists.
      const seen = await topFrame(editor, threadId)
      const [scope] = (await editor.expectSuccess('scopes', { frameId: seen.id })).scopes
      const incomplete: readonly (readonly [string, JsonObject])[] = [
        ['stackTrace', { threadId, startFrame: null, levels: null, format: null }],
        ['variables', { variablesReference: scope?.variablesReference, filter: null, start: null, count: null }],
        ['evaluate', { expression: 'index', frameId: null, context: null, format: null }],
        ...[...argumentTypes].flatMap(([command, { required }]) => [
          ...(MOVES.includes(command) ? [] : [[command, {}] as const]),
          ...required.map((name) => [command, { [name]: null }] as const),
        ]),
        ...LISTS.map(([command, list]) => [command, { source: { path: source }, [list]: [{}] }] as const),
        ['setBreakpoints', { source: {}, breakpoints: [{ line: body }] }],
        ['setBreakpoints', { source: { name: 'orders' }, breakpoints: [{ line: body }] }],
      ]
      await Promise.all(incomplete.map(([command, args]) => editor.request(command, args)))
      expect((await topFrame(owner, threadId)).line).toBe(body)
      expect((await localsOf(owner, frameId)).map(({ name }) => name)).toContain('index')
    },
  )
})
