import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  errorCatalogue,
  ownDapEvents,
  servedCatalogue,
  servedIn,
  type RequestParams,
  type RequestResult,
  type ServedName,
} from '@dapplex/protocol'
import { swankAdapter } from '../src/in-daemon/definition.js'
import { fixture, Lisp, lineOf } from './lisp-program.js'

const tour = fixture('tour.lisp')

/** Asks one request as the tools do; arguments and answer have to fit the catalogue. */
async function ask<N extends ServedName>(lisp: Lisp, command: N, args: RequestParams<N>): Promise<RequestResult<N>> {
  const { params, result } = servedCatalogue[command]
  expect(params.safeParse(args).error, command).toBeUndefined()
  const body: unknown = await lisp.client.expectSuccess<string>(command, args)
  const read = result.safeParse(body)
  expect(read.error, `${command} ${JSON.stringify(body)}`).toBeUndefined()
  asked.add(command)
  return read.data as RequestResult<N>
}
const asked = new Set<ServedName>()

test('each served request answers as the catalogue says', async () => {
  const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'body')] } })
  const { threadId = 0 } = await lisp.stop()
  const { id: frameId } = await lisp.top(threadId)
  const { dapplexObject: object = 0 } = await ask(lisp, 'dapplex_objectId', { expression: 'buyer', frameId })
  await ask(lisp, 'dapplex_inspectObject', { object, maxDepth: 3, maxElements: 20, start: 0 })
  await ask(lisp, 'dapplex_inspectSlot', { object, slot: 'visits' })
  expect(await ask(lisp, 'dapplex_inspectSlot', { object, slot: 'visits', value: '7' })).toMatchObject({ value: '7' })
  await ask(lisp, 'dapplex_inspectClass', { class_name: 'customer', frameId })
  await ask(lisp, 'dapplex_inspectFunction', { symbol: 'tour::total', frameId })
  await ask(lisp, 'dapplex_inspectFunction', { symbol: 'tour::customer-name' })
  await ask(lisp, 'dapplex_inspectPackage', { package_name: 'tour', start: 0, count: 200 })
  await ask(lisp, 'dapplex_describe', { symbol: 'cl:car' })
  await ask(lisp, 'dapplex_apropos', { pattern: 'customer', package: 'tour', limit: 10 })
  await ask(lisp, 'dapplex_trace', {})
  expect(await ask(lisp, 'dapplex_dataWritten', { threadId })).toEqual({ places: [] })
  await ask(lisp, 'dapplex_lispCompile', { code: '(defun tour::odd (a) (undefined-thing))' })
  await ask(lisp, 'dapplex_lispEval', { code: '(list 1 2)', package: 'tour' })
  const released = await ask(lisp, 'dapplex_objectsRelease', { objects: [object, 999_999] })
  expect(released).toEqual({ released: [object] })

  const entered = await ask(lisp, 'dapplex_lispEval', { code: '(cl:error "oops")' })
  if (entered.debug !== true) throw new Error('the error did not enter the debugger')
  const restarts = await ask(lisp, 'dapplex_restarts', { threadId: entered.thread })
  expect(restarts.restarts).toEqual(entered.restarts)
  const abort = restarts.restarts.find(({ name }) => name === 'abort')
  await ask(lisp, 'dapplex_restartInvoke', { threadId: entered.thread, index: abort?.index ?? 0 })
  await ask(lisp, 'dapplex_input', { text: '' })

  const { places } = await ask(lisp, 'dapplex_recordCall', { frameId, most: 2, flag: '(> sum 10)' })
  const breakpoints = places.map(({ line, condition }) => ({ line, condition }))
  await lisp.client.expectSuccess('setBreakpoints', { source: { path: tour }, breakpoints })
  await lisp.move('continue', { threadId })
  const recorded = await ask(lisp, 'dapplex_recordedLines', { count: 10 })
  const buyer = (visits: number) => `{name: "Ada", visits: ${visits}}`
  expect(recorded.lines, 'an object that changes in place, and the flag').toEqual([
    { line: lineOf(tour, 'next'), changes: [{ name: 'buyer', before: buyer(7), after: buyer(8) }] },
    { line: lineOf(tour, 'print'), changes: [{ name: 'sum', before: '3', after: '13' }], flagged: true },
  ])
  expect(await ask(lisp, 'dapplex_recordedLines', { count: 10 })).toEqual({ lines: [] })
  await lisp.client.expectSuccess('setBreakpoints', { source: { path: tour }, breakpoints: [] })
  const { id: last } = await lisp.top(threadId)
  await ask(lisp, 'dapplex_frameReturn', { frameId: last, value: '1' })
  const served = servedIn('objects', 'definitions', 'lisp', 'changes', 'recording')
  expect([...asked].sort()).toEqual(served.toSorted())
  expect(swankAdapter.definition.traits.serves).toEqual(served)
})

test('the event for input fits the catalogue', async () => {
  const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'body')] } })
  await lisp.stop()
  const reading = lisp.client.request('dapplex_lispEval', { code: '(cl:read-line)' })
  const { body } = await lisp.client.waitForEvent('dapplex_inputRequested')
  expect(ownDapEvents.dapplex_inputRequested.safeParse(body).error).toBeUndefined()
  await lisp.client.expectSuccess('dapplex_input', { text: 'hello\n' })
  expect((await reading).success).toBe(true)
})

test('each error that the Lisp side raises is in the catalogue', () => {
  const folder = new URL('../lisp/', import.meta.url)
  const raised = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\(fail "([A-Z_]+)"/g)].map(([, type = '']) => type),
  )
  expect(raised).toContain('CLASS_NOT_FOUND')
  expect(raised.filter((type) => !Object.hasOwn(errorCatalogue, type))).toEqual([])
})
