// Speed figures of the Lisp adapter, as medians of 20. Run after `npm run build`: node adapters/swank/test/measure-speed.mjs
// (or only some parts of it: launches, steps, atDepth, ratios)
import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { DapClient, fixture, markerLine, openSession, spawnAdapter } from '@dapplex/testkit'

const rounds = 20
const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const orders = fixture('programs/lisp/orders.lisp')
const speed = fixture('programs/lisp/speed.lisp')

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
const report = (what, values) => console.log(`${what.padEnd(58)} ${median(values).toFixed(1)} ms`)

async function open(program, breakpoints, launch = {}) {
  const adapter = await spawnAdapter({ command: process.execPath, args: [entry] })
  const client = new DapClient(adapter.port, { timeoutMs: 120_000 })
  const began = performance.now()
  await openSession(client, { request: 'launch', arguments: { program, userInit: false, ...launch }, breakpoints })
  return { client, adapter, began }
}

async function timed(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function repeat(work) {
  const values = []
  for (let round = 0; round < rounds; round++) values.push(await timed(work))
  return values
}

async function launches() {
  const values = []
  for (let round = 0; round <= rounds; round++) {
    const { client, adapter, began } = await open(orders, { [orders]: [markerLine(orders, 'BREAK: body')] })
    await client.waitForEvent('stopped')
    // The first one builds the core, if there is none.
    if (round > 0) values.push(performance.now() - began)
    await client.request('disconnect', {})
    await adapter.kill()
  }
  report('launch (cached core) to the first stop', values)
}

async function atDepth() {
  const { client, adapter } = await open(speed, { [speed]: [markerLine(speed, 'BREAK: deep')] })
  const { body } = await client.waitForEvent('stopped')
  const { threadId } = body
  const stack = async () => {
    const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 20 })
    await Promise.all(
      stackFrames.map(async ({ id }) => {
        const { scopes } = await client.expectSuccess('scopes', { frameId: id })
        await Promise.all(scopes.map((scope) => client.expectSuccess('variables', scope)))
      }),
    )
  }
  report('stack of 20 frames, with the locals of each', await repeat(stack))
  const { object_id: id } = await client.expectSuccess('dapplex_objectId', { expression: 'speed::*million*' })
  report(
    'first 100 elements of a vector of a million',
    await repeat(() => client.expectSuccess('dapplex_inspectObject', { id })),
  )
  report(
    'evaluation in a frame',
    await repeat(async () => {
      const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 1 })
      await client.expectSuccess('evaluate', { expression: '(+ twice 1)', frameId: stackFrames[0].id })
    }),
  )
  await client.request('disconnect', {})
  await adapter.kill()
}

async function steps() {
  const { client, adapter } = await open(speed, { [speed]: [markerLine(speed, 'BREAK: step')] })
  const { body } = await client.waitForEvent('stopped')
  const { threadId } = body
  await client.expectSuccess('setBreakpoints', { source: { path: speed }, breakpoints: [] })
  const values = await repeat(async () => {
    const after = client.mark()
    await client.expectSuccess('next', { threadId })
    await client.waitForEvent('stopped', () => true, { after })
  })
  report('one step over', values)
  await client.request('disconnect', {})
  await adapter.kill()
}

const times = (text) =>
  Object.fromEntries([...text.matchAll(/^(fib|sieve|words) (\d+)$/gm)].map(([, name, ms]) => [name, Number(ms)]))

/** Instrumented code against the same code without a debugger, and against it with full debug information. */
async function ratios() {
  const { client, adapter } = await open(speed, {})
  await client.waitForEvent('terminated')
  const ours = times(
    client
      .events('output')
      .map(({ body }) => body.output)
      .join(''),
  )
  await adapter.kill()
  const run = (...args) =>
    times(
      spawnSync('sbcl', ['--noinform', '--no-userinit', '--non-interactive', ...args, '--load', speed], {
        encoding: 'utf8',
      }).stdout,
    )
  const plain = run()
  const debug = run('--eval', "(sb-ext:restrict-compiler-policy 'debug 3)")
  for (const name of Object.keys(ours))
    console.log(
      `${name.padEnd(8)} instrumented ${ours[name]} ms, plain ${plain[name]} ms (×${(ours[name] / plain[name]).toFixed(2)}), debug 3 ${debug[name]} ms (×${(ours[name] / debug[name]).toFixed(2)})`,
    )
}

const parts = { launches, steps, atDepth, ratios }
const chosen = process.argv.slice(2)
for (const [name, part] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(name)) await part()
