import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inTime } from '../../walk/in-time.js'
import type { FaultKind, FaultPlace } from '../kind.js'
import { nth } from '../kind.js'
import type { FaultWorld } from '../world.js'

const HOUR_MS = 3_600_000
const JUMPS = [HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -48 * HOUR_MS, 365 * 24 * HOUR_MS, -366 * 24 * HOUR_MS]

/** Sets the soft limit of a running daemon; its hard limit stays. */
function limit(world: FaultWorld, resource: 'nofile' | 'fsize', value: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(world.daemon.pid), `--${resource}=${value}:`])
}

/** What everybody may try meanwhile. Whatever comes of it, it is answered. */
async function tryAll(place: FaultPlace): Promise<void> {
  const { world, session } = place
  const { agent } = world
  const tries = [
    world.record(),
    agent.call('debug_step', { session_id: session.id, action: 'over', timeout_ms: 20_000 }),
    agent.call('breakpoint_set', { file: session.subject.adapter, line: 1 }),
    launchBriefly(place),
  ]
  await inTime('calls while a resource is used up', Promise.allSettled(tries))
}

/** A session that may begin, and does not stay. */
async function launchBriefly({ world: { agent }, session }: FaultPlace): Promise<void> {
  const { program } = (await session.subject.program()).launch
  const { adapter } = session.subject
  const { session_id } = await agent.call('debug_launch', { program, adapter, wait_ms: 0, timeout_ms: 20_000 })
  await agent.call('debug_disconnect', { session_id, terminate: true })
}

/** The disk of the state folder is full but for a few bytes, so that a record may be cut in its middle. */
async function withFullDisk(world: FaultWorld, left: number, action: () => Promise<unknown>): Promise<void> {
  world.spoilFiles()
  if (!world.hasOwnDisk) {
    limit(world, 'fsize', left)
    await action().finally(() => limit(world, 'fsize', 'unlimited'))
    return
  }
  const filler = join(world.daemon.home, 'filler')
  try {
    fill(filler, left)
    await action()
  } finally {
    rmSync(filler, { force: true })
  }
}

/** A file with everything that the disk has left, but for some bytes: what a page of the disk cannot hold is no fault. */
function fill(path: string, left: number): void {
  const { bavail, bsize } = statfsSync(dirname(path))
  try {
    writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - left)))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** A configuration that cannot be read fails the launch that needs it. */
const NO_DESCRIPTOR = /EMFILE/

/** The machine has no more of something, or its clock jumps. */
export const machineKinds: readonly FaultKind[] = [
  {
    name: 'the clock jumps',
    effect: 'nothing',
    weight: 6,
    inject: ({ world, n }) => {
      const jump = nth(JUMPS, n)
      if (Math.abs(jump) >= 24 * HOUR_MS) world.records.mayExpire()
      return world.daemon.moveClock(jump)
    },
  },
  {
    name: 'the disk is full',
    effect: 'nothing',
    weight: 4,
    inject: (place) => withFullDisk(place.world, (place.n % 3) * 4096, () => tryAll(place)),
  },
  {
    name: 'the disk is full when the adapter dies',
    effect: 'session',
    weight: 1,
    inject: (place) =>
      withFullDisk(place.world, 0, async () => {
        process.kill(place.session.proxy.child, 'SIGKILL')
        await inTime('the end', place.session.editor.client.waitForEvent('terminated'))
      }),
  },
  {
    name: 'no descriptor is left',
    effect: 'nothing',
    weight: 4,
    logs: NO_DESCRIPTOR,
    inject: (place) => withoutDescriptors(place.world, place.n % 12, () => tryAll(place)),
  },
  {
    name: 'no descriptor is left when the adapter dies',
    effect: 'session',
    weight: 1,
    logs: NO_DESCRIPTOR,
    inject: (place) =>
      withoutDescriptors(place.world, 0, async () => {
        process.kill(place.session.proxy.child, 'SIGKILL')
        await inTime('the end', place.session.editor.client.waitForEvent('terminated'))
      }),
  },
]

/** @param left how many may still be opened */
async function withoutDescriptors(world: FaultWorld, left: number, action: () => Promise<unknown>): Promise<void> {
  limit(world, 'nofile', world.daemon.descriptorLimit(left))
  await action().finally(() => limit(world, 'nofile', 4096))
}
