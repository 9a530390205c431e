import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixture, must, untilGone } from '@dapplex/testkit'
import { OWNER_VARIABLE } from '../src/files.js'
import { openAgent } from './faults/clients.js'
import { FaultyDaemon } from './faults/faulty-daemon.js'
import type { RpcClient } from './support/rpc-client.js'
import { PATIENT } from './support/prepared-program.js'
import { tagProcesses } from './support/tagged-processes.js'

const program = fixture('programs/node/walk.cjs')
const breakpoints = [{ file: program, line: 7 }]
const { processes } = tagProcesses()

let home: string
let daemon: FaultyDaemon
let agent: RpcClient
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'dapplex-used-up-'))
  await startDaemon()
})
afterEach(async () => {
  daemon.process.kill('SIGKILL')
  await daemon.exited
  await untilGone(processes)
  rmSync(home, { recursive: true, force: true })
})

async function startDaemon(user?: typeof NOBODY): Promise<void> {
  // The folder of temporary files may be closed to other accounts.
  daemon = new FaultyDaemon({ ...process.env, HOME: home, TMPDIR: home }, home, user)
  await daemon.start()
  agent = await openAgent(daemon.socket, 'agent')
}

const launch = (): Promise<{ session_id: string }> =>
  agent.call('debug_launch', { program, adapter: 'node', breakpoints, ...PATIENT })
const step = (session_id: string) => agent.call('debug_step', { session_id, action: 'over', timeout_ms: 100_000 })
const record = (value: string) => agent.call('output_record', { kind: 'finding', value })

/** The account `nobody`: the number of processes is limited for each account but root. */
const NOBODY = { uid: 65_534, gid: 65_534 }

/** Why no daemon of that account can be started here; undefined where it can. */
function whyNotNobody(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can start a daemon of another account, and limit its processes'
  return isOpenToNobody(`test -r "${program}" && test -x "${process.execPath}"`)
    ? undefined
    : 'the account nobody cannot read this checkout'
}

const isOpenToNobody = (check: string): boolean => spawnSync('/bin/sh', ['-c', check], NOBODY).status === 0

/** A state folder of that account, also where the folder of temporary files is closed to it. */
function makeHomeOfNobody(): void {
  rmSync(home, { recursive: true })
  const open = must([tmpdir(), '/tmp', '/var/tmp'].find((folder) => isOpenToNobody(`test -x "${folder}"`)))
  home = mkdtempSync(join(open, 'dapplex-used-up-'))
  chownSync(home, NOBODY.uid, NOBODY.gid)
}

/** The soft limit of the daemon; the hard one stays. */
const limit = (resource: 'fsize' | 'nofile' | 'nproc', value: number | 'unlimited') =>
  // By the daemon's own account: root may not set what is left of another's, where it lacks CAP_SYS_RESOURCE.
  execFileSync('prlimit', ['--pid', String(daemon.pid), `--${resource}=${value}:`], resource === 'nproc' ? NOBODY : {})

/** What dapplex has said in the console of a session. */
async function said(session_id: string): Promise<string[]> {
  const { output } = await agent.call('output_get', { session_id })
  return output.map(({ text }: { text: string }) => text).filter((text: string) => text.startsWith('dapplex '))
}

async function recorded(): Promise<unknown[]> {
  const { position } = await agent.call('workflow_tree')
  const { outputs } = await agent.call('inspect_prior_outputs', { nodeId: position, count: 100 })
  return outputs.map(({ output }) => output.value).filter((value) => typeof value === 'string')
}

describe.skipIf(process.platform !== 'linux')('a daemon whose machine has no more of something', () => {
  test('workflow 39: no file may grow: who debugs goes on, a record is refused; with room again none is lost that was acknowledged', async () => {
    const { session_id } = await launch()
    await record('before')
    // In the middle of the next record of the workflow journal, which is longer than all other files that grow.
    limit('fsize', readFileSync(join(home, 'journal', 'workflow.ndjson')).length + 100)
    expect(await agent.failure('output_record', { kind: 'finding', value: 'refused' })).toMatchObject({
      message: expect.stringContaining('The workflow tree cannot be written'),
    })
    expect(await step(session_id)).toMatchObject({ reason: 'step' })
    const second = await launch()
    await agent.call('debug_disconnect', { session_id: second.session_id, terminate: true })
    limit('fsize', 'unlimited')
    await record('after')
    await agent.call('debug_disconnect', { session_id, terminate: true })
    daemon.process.kill('SIGKILL')
    await daemon.exited
    await startDaemon()
    expect(await recorded()).toEqual(['after', 'refused', 'before'])
  })

  test('no file may grow: each session says once that it is not recorded, whether it had begun or begins then, and what was written can be read', async () => {
    const { session_id } = await launch()
    const { total } = await agent.call('stops_list', { session_id })
    limit('fsize', 0)
    for (let steps = 0; steps < 4; steps += 1) expect(await step(session_id)).toMatchObject({ reason: 'step' })
    expect(await said(session_id)).toEqual([
      expect.stringMatching(/^dapplex no longer records this session: .*\.recording cannot be written: /),
    ])
    expect(await agent.call('stops_list', { session_id })).toMatchObject({
      total,
      damage: expect.stringContaining('it could not be written any more'),
    })
    expect(await agent.call('session_export', { session_id })).toMatchObject({
      incomplete: expect.stringContaining('it could not be written any more'),
    })
    const second = await launch()
    await step(second.session_id)
    expect(await said(second.session_id)).toEqual([
      expect.stringMatching(/^dapplex does not record this session: .*recordings cannot be written: /),
    ])
    expect(await agent.call('session_export', { session_id: second.session_id })).toMatchObject({
      incomplete: expect.stringContaining('it could not be written any more'),
    })
    expect(readdirSync(join(home, 'recordings'))).toHaveLength(1)
    limit('fsize', 'unlimited')
  })

  test('no descriptor is left when an adapter dies: its program ends too, and the next launch works', async () => {
    const { session_id } = await launch()
    const waiting = agent.call('wait_for_stop', { session_id, since_stop_id: 99, timeout_ms: 100_000 })
    const marked = () => processes().filter(({ pid }) => ownerOf(pid) !== undefined)
    const adapter = must(marked().find(({ command }) => !command.includes('walk.cjs')))
    limit('nofile', daemon.descriptorLimit(0))
    expect(await agent.failure('debug_launch', { program, adapter: 'node', timeout_ms: 20_000 })).toMatchObject({
      message: expect.stringMatching(/too many/),
    })
    process.kill(adapter.pid, 'SIGKILL')
    expect(await waiting.catch((error: unknown) => error)).toMatchObject({
      error: { data: { type: 'ADAPTER_CRASHED' } },
    })
    await untilGone(marked)
    limit('nofile', 4096)
    const next = await launch()
    expect(await step(next.session_id)).toMatchObject({ reason: 'step' })
  })

  test('no descriptor is left when a session is ended: nothing of it is left', async () => {
    const { session_id } = await launch()
    limit('nofile', daemon.descriptorLimit(0))
    await agent.call('debug_disconnect', { session_id, terminate: true })
    await untilGone(() => processes().filter(({ pid }) => ownerOf(pid) !== undefined))
    limit('nofile', 4096)
    await launch()
    expect(daemon.newErrors()).toEqual([])
  })

  test('no descriptor is left for the watchdog: no adapter is left behind, and later it is there', async () => {
    limit('nofile', daemon.descriptorLimit(7))
    await Promise.allSettled([launch(), launch()])
    limit('nofile', 4096)
    await launch()
    daemon.process.kill('SIGKILL')
    await daemon.exited
    await untilGone(processes)
  })

  test('no process can be started: a launch is refused and says so, and the next one works', async (context) => {
    const reason = whyNotNobody()
    if (reason !== undefined) return context.skip(reason)
    daemon.process.kill('SIGKILL')
    await daemon.exited
    makeHomeOfNobody()
    await startDaemon(NOBODY)
    await launch()
    limit('nproc', 1)
    expect(await agent.failure('debug_launch', { program, adapter: 'node', timeout_ms: 20_000 })).toMatchObject({
      message: expect.stringContaining('could not be started'),
    })
    limit('nproc', 4096)
    const next = await launch()
    expect(await step(next.session_id)).toMatchObject({ reason: 'step' })
  })

  test('its state folder is removed: sessions go on, new ones begin, and it ends when it is told to', async () => {
    const { session_id } = await launch()
    rmSync(home, { recursive: true })
    expect(await step(session_id)).toMatchObject({ reason: 'step' })
    const next = await launch()
    expect(await step(next.session_id)).toMatchObject({ reason: 'step' })
    daemon.process.kill('SIGTERM')
    expect(await daemon.exited).toEqual({ code: 0, signal: null })
    await untilGone(processes)
  })
})

function ownerOf(pid: number): string | undefined {
  try {
    return new RegExp(`\\0${OWNER_VARIABLE}=([^\\0]*)`).exec(`\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`)?.[1]
  } catch {
    return undefined
  }
}
