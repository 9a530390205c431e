import { jsonObject } from '@dapplex/testkit'
import { readFileSync } from 'node:fs'
import {
  adapterTraits,
  isJsonObject,
  type DapEvent,
  type DapRequest,
  type DapResponse,
  type JsonObject,
} from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { definition } from './definition.js'
import { evaluationQuirks } from './evaluation-quirks.js'
import { lifecycleQuirks } from './lifecycle-quirks.js'
import { presentationQuirks } from './presentation-quirks.js'

interface Line {
  readonly dir: 'in' | 'out'
  readonly m: DapRequest | DapResponse | DapEvent
}

/** The messages of a recorded session, without its header. */
function recorded(name: string): Line[] {
  const file = new URL(`../../../../../fixtures/transcripts/netcoredbg/${name}.ndjson`, import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n').slice(1)
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line)
}

const events = (name: string, event: string): JsonObject[] =>
  recorded(name).flatMap(({ m }) =>
    m.type === 'event' && 'event' in m && m.event === event ? [jsonObject(m.body)] : [],
  )

/** The answers to a command, each with the arguments that were asked. */
function answers(name: string, command: string): { readonly args: JsonObject; readonly response: DapResponse }[] {
  const lines = recorded(name)
  return lines.flatMap(({ m }) => {
    if (m.type !== 'response' || !('request_seq' in m) || m.command !== command) return []
    const request = lines.find(
      (line) => line.dir === 'out' && line.m.type === 'request' && line.m.seq === m.request_seq,
    )
    const args: unknown = request !== undefined && 'arguments' in request.m ? request.m.arguments : {}
    return [{ args: isJsonObject(args) ? args : {}, response: m }]
  })
}

const listOf = (body: unknown, name: string): JsonObject[] =>
  isJsonObject(body) && Array.isArray(body[name]) ? body[name].filter(isJsonObject) : []

/** How the definition's patterns tell a failed evaluation. */
const kindOf = ({ success, message = '' }: DapResponse): string =>
  success
    ? 'answered'
    : (evaluationQuirks.failures.find(({ pattern }) => new RegExp(pattern).test(message))?.kind ?? 'refused')

const ALL = ['async', 'exceptions', 'inspect', 'step', 'attach'] as const

describe('every quirk has its recording', () => {
  test('an attach succeeds and fails at configurationDone', () => {
    expect(answers('attach-errors', 'attach').map(({ response }) => response.success)).toEqual([true])
    expect(answers('attach-errors', 'configurationDone').map(({ response }) => response.success)).toEqual([false])
    expect(lifecycleQuirks.failsAtConfigurationDone).toBe(true)
  })

  test('a missing process and one that is not .NET get the same words', () => {
    const words = (name: string) => answers(name, 'configurationDone').map(({ response }) => response.message)
    expect(words('attach-errors')).toEqual(words('attach-not-dotnet'))
  })

  test('a second debugger is left waiting for 10 s, then told a number', () => {
    const [{ response } = { response: undefined }] = answers('attach-second', 'configurationDone')
    expect(response).toMatchObject({ success: false, message: expect.stringContaining('0x80131c08') })
  })

  test('conditions: two joined stop for either; one that does not parse stops always, and says so beside', () => {
    const { open, or, close } = lifecycleQuirks.conditions
    const joined = ['index == 1', 'index == 3'].map((one) => `${open}${one}${close}`).join(or)
    const set = answers('conditions', 'setBreakpoints').flatMap(({ args }) => listOf(args, 'breakpoints'))
    expect(set.map(({ condition }) => condition)).toEqual([joined, 'index =='])
    // The lines where it stopped: 18 has the joined condition, 36 the broken one.
    const lines = answers('conditions', 'stackTrace').map(
      ({ response }) => listOf(response.body, 'stackFrames')[0]?.['line'],
    )
    expect(lines).toEqual([36, 36, 18, 36, 36, 18, 36])
    const said = events('conditions', 'breakpoint').map((body) => jsonObject(body['breakpoint'])['message'])
    expect(said).toContainEqual(expect.stringContaining('error CS1733'))
  })

  test('a continue while running succeeds, and nothing is told', () => {
    const lines = recorded('step').map(({ m }) => ('command' in m ? `${m.type} ${m.command}` : `event ${m.event}`))
    const resumed = ['request continue', 'event continued', 'response continue']
    const whileRunning = ['request continue', 'response continue', 'request stackTrace', 'response stackTrace']
    expect(lines.join()).toContain([...resumed, ...whileRunning].join())
    expect(answers('step', 'continue').every(({ response }) => response.success)).toBe(true)
    expect(lifecycleQuirks.moveWhileRunning).toBe('succeeds')
  })

  test.each(ALL)('%s: a stop holds all threads and names no breakpoint', (name) => {
    for (const body of events(name, 'stopped')) {
      expect(body['allThreadsStopped']).toBe(true)
      expect('hitBreakpointIds' in body).toBe(lifecycleQuirks.hitBreakpointIds)
    }
    expect(lifecycleQuirks.stops).toBe('all')
  })

  test('references begin at 1 again at each stop', () => {
    const first = answers('async', 'scopes').map(
      ({ response }) => listOf(response.body, 'scopes')[0]?.['variablesReference'],
    )
    expect(first).toEqual([1, 1])
    expect(lifecycleQuirks.references.evaluate).toBe('stop')
  })

  test('an unknown command is refused, and the session goes on', () => {
    expect(answers('inspect', 'nosuchCommand')[0]?.response.message).toContain('0x80004001')
    expect(answers('inspect', 'continue')[0]?.response.success).toBe(true)
    expect(lifecycleQuirks.unknown).toBe('pass')
  })

  test('a getter that throws is a success, and the value is the exception', () => {
    const failing = answers('inspect', 'evaluate').find(({ args }) => args['expression'] === 'customer.Failing')
    expect(failing?.response).toMatchObject({ success: true, body: { type: 'System.InvalidOperationException' } })
    expect(evaluationQuirks.thrownAsValue).toBe(true)
  })

  test('a syntax error is told by the compiler', () => {
    const failed = answers('inspect', 'evaluate').filter(({ response }) => !response.success)
    const kinds = Object.fromEntries(failed.map(({ args, response }) => [String(args['expression']), kindOf(response)]))
    expect(kinds).toMatchObject({ 'syntax error(': 'syntax', nosuch: 'refused', '(object)customer': 'refused' })
  })

  test('a thread in native code cannot run a call; fields are read, properties seem not to exist', () => {
    const asked = answers('unsafe-point', 'evaluate').map(({ args, response }) => [
      args['expression'],
      kindOf(response),
    ])
    expect(Object.fromEntries(asked)).toMatchObject({
      customer: 'answered',
      'customer.Name': 'answered',
      'customer.Id': 'refused',
      'customer.Describe(2)': 'unsafe_point',
      'customer.ToString()': 'unsafe_point',
    })
  })

  test('an evaluation past its own limit of 5 s, and the next one is answered', () => {
    const [slow, ...next] = answers('slow-evaluation', 'evaluate').map(({ response }) => kindOf(response))
    expect(slow).toBe('timeout')
    expect(next).toEqual(['answered', 'answered'])
  })

  test('objects are their type in braces, C# type names, one group row', () => {
    const rows = answers('inspect', 'variables').flatMap(({ response }) => listOf(response.body, 'variables'))
    const customer = rows.find(({ name }) => name === 'customer')
    expect(customer).toMatchObject({ value: '{Shop.Customer}', type: 'Shop.Customer' })
    expect(rows.find(({ name }) => name === 'count')?.['type']).toBe('int')
    expect(rows.find(({ name }) => name === 'this')).toBeDefined()
    expect(rows.filter(({ name }) => name === presentationQuirks.groupRows[0]).length).toBeGreaterThan(0)
  })

  test('frames: full names, state machines, calls in which a thread waits', () => {
    const names = (name: string) =>
      answers(name, 'stackTrace').flatMap(({ response }) =>
        listOf(response.body, 'stackFrames').map((frame) => String(frame['name'])),
      )
    expect(names('inspect')).toContain('Shop.OrderService.Sum()')
    expect(names('async')).toContain('Shop.Program.<LaterAsync>d__1.MoveNext()')
    const waits = presentationQuirks.waitFrames.map((pattern) => new RegExp(pattern))
    const waiting = [...new Set(names('attach'))].filter((name) => waits.some((wait) => wait.test(name)))
    expect(waiting).toContain('System.Threading.Monitor.Wait()')
    expect(names('inspect').some((name) => waits.some((wait) => wait.test(name)))).toBe(false)
  })

  test('the traits of the definition are these quirks', () => {
    const { serves } = definition.traits
    const quirks = { ...lifecycleQuirks, serves, presentation: presentationQuirks, evaluation: evaluationQuirks }
    expect(definition.traits).toEqual(adapterTraits.parse(quirks))
  })
})
