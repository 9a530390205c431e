import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorVariables, openSession } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { SwankClient } from '../src/in-adapter/swank/swank-client.js'
import { list, symbol } from '../src/in-adapter/sexp/form.js'
import { fixture, Lisp, lineOf, startAdapter } from './lisp-program.js'
import { startServer } from './server-image.js'

const ticker = fixture('ticker.lisp')
const line = lineOf(ticker, 'tick')

async function attach(port: number, more: Record<string, unknown> = {}): Promise<Lisp> {
  const { client, adapter } = await startAdapter()
  const { started } = await openSession(client, { request: 'attach', arguments: { port, ...more } })
  expect((await started).success).toBe(true)
  return new Lisp(client, adapter, {})
}

/** Another client of the same image: what SLIME is. */
interface Slime {
  readonly client: SwankClient
  readonly count: () => Promise<number>
  /** Stops that this client was told. */
  readonly stops: () => number
  /** Settles at the first of them. */
  readonly stopped: Promise<void>
}

async function other(port: number): Promise<Slime> {
  const client = await SwankClient.connect({ host: '127.0.0.1', port }, 5000)
  let stops = 0
  const stopped = new Promise<void>((resolve) => {
    client.onNotice = ({ kind }) => {
      if (kind !== 'stopped') return
      stops++
      resolve()
    }
  })
  const count = async () => Number(await client.evaluate(symbol('ticker:*count*'), 'worker', 20_000))
  return { client, count, stops: () => stops, stopped }
}

/** Settles once the ticker has gone on: the image itself waits for that. */
async function ticks({ client, count }: Slime): Promise<void> {
  const changed = list(symbol('cl:/='), symbol('ticker:*count*'), await count())
  const waited = await client.evaluate(
    list(symbol('sb-ext:wait-for'), changed, symbol(':timeout'), 20),
    'worker',
    25_000,
  )
  expect(waited).toBe(true)
}

describe('attach to an image that others use', () => {
  test(
    'recompile makes breakpoints work; others are undisturbed; detach lets the thread go',
    { timeout: 240_000 },
    async () => {
      const { port } = await startServer('sbcl')
      const slime = await other(port)
      const lisp = await attach(port)
      const { breakpoints } = await lisp.client.expectSuccess('setBreakpoints', {
        source: { path: ticker },
        breakpoints: [{ line }],
      })
      expect(breakpoints[0]).toMatchObject({
        verified: false,
        message: expect.stringContaining('recompile'),
      })
      const { threads } = await lisp.client.expectSuccess('threads')
      expect(threads.map(({ name }) => name)).toContain('ticker')
      expect(await lisp.client.expectSuccess('dapplex_lispCompile', { file: ticker })).toMatchObject({ success: true })
      const stop = await lisp.stop()
      expect(stop.reason).toBe('breakpoint')
      const frame = await lisp.top(stop.threadId ?? 0)
      expect(frame.line).toBe(line)
      expect(Object.keys(await lisp.variables(frame.id))).toEqual(expect.arrayContaining(['before', 'after']))
      const held = await slime.count()
      expect(await slime.count()).toBe(held)
      const failing = slime.client.evaluate(list(symbol('cl:error'), 'mine'), 'worker', 5000)
      failing.catch(() => undefined)
      await slime.stopped
      expect(lisp.client.events('stopped').length).toBe(1)
      await lisp.client.expectSuccess('disconnect', {})
      await ticks(slime)
      expect(slime.stops()).toBe(1)
      slime.client.destroy()
    },
  )

  test(
    'output is told and goes on where it went; uncaught errors go to whom they belong',
    { timeout: 240_000 },
    async () => {
      const { port, said } = await startServer('sbcl')
      const slime = await other(port)
      const lisp = await attach(port)
      const inThread = (form: string) => lisp.evaluate(`(cl:progn (sb-thread:make-thread (cl:lambda () ${form})) 1)`)
      await inThread('(format t "to both~%") (format *error-output* "oops~%")')
      await lisp.client.waitForEvent('output', ({ body }) => body.category === 'stdout' && body.output === 'to both\n')
      await lisp.client.waitForEvent('output', ({ body }) => body.category === 'stderr' && body.output === 'oops\n')
      await said('to both')
      const uncaught = await lisp.client.expectSuccess('setExceptionBreakpoints', { filters: ['uncaught'] })
      expect(uncaught?.breakpoints?.[0]?.message).toContain('no other Swank client')
      await inThread('(error "for us")')
      expect((await lisp.stop()).text).toBe('for us')
      await lisp.client.expectSuccess('setExceptionBreakpoints', { filters: [] })
      await inThread('(error "for them")')
      await slime.stopped
      expect(lisp.client.events('stopped').length).toBe(1)
      await lisp.client.expectSuccess('disconnect', {})
      const type = await slime.client.evaluate(
        list(
          symbol('cl:type-of'),
          list(symbol('sb-ext:symbol-global-value'), list(symbol('cl:quote'), symbol('cl:*standard-output*'))),
        ),
        'worker',
        5000,
      )
      expect(type).toMatchObject({ name: expect.stringMatching(/synonym-stream/i) })
      slime.client.destroy()
    },
  )

  test(
    'a frame that a tail call has replaced is named in the one that took its place',
    { timeout: 240_000 },
    async () => {
      const file = join(mkdtempSync(join(tmpdir(), 'dapplex-tail-')), 'tail.lisp')
      writeFileSync(file, '(defun entry (x)\n  (list (outer x)))\n')
      const { port } = await startServer('sbcl')
      const lisp = await attach(port)
      for (const form of ['(defun inner (x) (list (car x)))', '(defun outer (x) (inner x))'])
        await lisp.client.expectSuccess('dapplex_lispEval', { code: form, package: 'cl-user' })
      expect(await lisp.client.expectSuccess('dapplex_lispCompile', { file })).toMatchObject({ success: true })
      const { thread } = await lisp.enterDebugger({ code: '(entry 1)', package: 'cl-user' })
      const frames = await lisp.frames(thread)
      expect(frames.map(({ name }) => name)).toEqual(expect.arrayContaining(['inner [tail call of outer]', 'entry']))
    },
  )

  test('an adapter that dies strands no thread', async () => {
    const { port } = await startServer('sbcl')
    const lisp = await attach(port, { recompile: [ticker] })
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: ticker }, breakpoints: [{ line }] })
    await lisp.stop()
    const slime = await other(port)
    process.kill(lisp.adapter.pid, 'SIGKILL')
    await ticks(slime)
    slime.client.destroy()
  })

  test('a value set at a stop changes what the image does', async () => {
    const { port } = await startServer('sbcl')
    const lisp = await attach(port, { recompile: [ticker] })
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: ticker }, breakpoints: [{ line }] })
    const { threadId = 0 } = await lisp.stop()
    const frame = await lisp.top(threadId)
    await lisp.client.expectSuccess('setExpression', { expression: 'after', value: '1000000', frameId: frame.id })
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: ticker }, breakpoints: [] })
    await lisp.client.expectSuccess('continue', { threadId })
    expect(Number(await lisp.evaluate('ticker:*count*'))).toBeGreaterThanOrEqual(1_000_000)
  })

  test('the secret is sent; a wrong one is refused; a busy port or none says so', async () => {
    const { port } = await startServer('sbcl', 'open sesame')
    const lisp = await attach(port, { secret: 'open sesame' })
    expect(await lisp.evaluate('(+ 1 2)')).toBe('3')
    const { client } = await startAdapter()
    await client.expectSuccess('initialize', { adapterID: 'swank' })
    const refused = await client.expectFailure('attach', { port, secret: 'wrong' })
    expect(errorVariables(refused)['type']).toBe('ATTACH_FAILED')
    const nobody = await client.expectFailure('attach', { port: 1 })
    expect(errorVariables(nobody)['type']).toBe('SWANK_CONNECTION_FAILED')
  })

  test('an image that ends: terminated, and why', async () => {
    const server = await startServer('sbcl')
    const lisp = await attach(server.port)
    server.process.kill('SIGKILL')
    await lisp.client.waitForEvent('terminated')
    expect(lisp.output('important')).toContain('connection to the Lisp image is lost')
  })
})
