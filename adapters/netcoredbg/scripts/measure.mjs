/** Medians of the .NET evaluations, on the gallery program: `node scripts/measure.mjs`, after a build. */
import { performance } from 'node:perf_hooks'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DapClient, openSession, spawnAdapter } from '@dapplex/testkit'

const RUNS = 40
const gallery = fileURLToPath(new URL('../../../fixtures/programs/dotnet/gallery', import.meta.url))
const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const bin = mkdtempSync(join(tmpdir(), 'dapplex-measure-'))
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)].toFixed(1)

const built = spawnSync('dotnet', [
  'build',
  join(gallery, 'gallery.csproj'),
  '-o',
  join(bin, 'bin'),
  `-p:BaseIntermediateOutputPath=${bin}/obj/`,
  '-v',
  'q',
  '-nodeReuse:false',
])
if (built.status !== 0) throw new Error(built.stdout.toString())
const source = join(gallery, 'Service.cs')
const line =
  readFileSync(source, 'utf8')
    .split('\n')
    .findIndex((text) => text.includes('break: report')) + 1

async function stopped(more) {
  const began = performance.now()
  const adapter = await spawnAdapter({ command: process.execPath, args: [entry, 'netcoredbg'] })
  const client = new DapClient(adapter.port)
  const launch = { program: join(bin, 'bin', 'gallery.dll'), args: ['report'], cwd: gallery, ...more }
  await openSession(client, { request: 'launch', arguments: launch, breakpoints: { [source]: [line] } })
  const { body } = await client.waitForEvent('stopped', () => true, { timeoutMs: 60_000 })
  const { stackFrames } = await client.expectSuccess('stackTrace', { threadId: body.threadId })
  const end = async () => {
    await client.request('disconnect', { terminateDebuggee: true }).catch(() => undefined)
    await client.close()
    await adapter.kill()
  }
  return { client, frameId: stackFrames[0].id, ms: performance.now() - began, end }
}

const at = await stopped({})
async function measure(name, command, args) {
  const times = []
  for (let i = 0; i <= RUNS; i++) {
    const began = performance.now()
    await at.client.expectSuccess(command, { frameId: at.frameId, ...args }, { timeoutMs: 60_000 })
    if (i > 0) times.push(performance.now() - began)
  }
  process.stdout.write(`${name}: ${median(times)} ms\n`)
}
await measure('evaluate, a local', 'evaluate', { expression: 'local' })
await measure('evaluate, a path', 'evaluate', { expression: 'customer.Orders[1].Status' })
await measure('evaluate, LINQ', 'evaluate', { expression: 'orders.Where(o => o.Id > 0).Count()' })
await measure('object_inspect, depth 3', 'dapplex_objectInspect', { expression: 'customer', depth: 3 })
await at.end()
for (const [name, more] of [
  ['with the inspector', {}],
  ['without', { inspector: false }],
]) {
  const times = []
  for (let i = 0; i < 5; i++) {
    const one = await stopped(more)
    times.push(one.ms)
    await one.end()
  }
  process.stdout.write(`launch to first stop, ${name}: ${median(times)} ms\n`)
}
rmSync(bin, { recursive: true, force: true })
