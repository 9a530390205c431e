import { clientId } from '@dapplex/mux'
import type { Decision } from './decision.js'
import { pick } from './decision.js'
import { feed } from './feed.js'
import { playAnswer, playContinued, playEnd, playEvent, playReverse, playStop } from './play-adapter.js'
import {
  greeted,
  playBreakpoints,
  playConnect,
  playDialogue,
  playMove,
  playDapplex,
  playJob,
  playRequest,
  send,
} from './play-client.js'
import { renew } from './sim-adapter.js'
import type { Order, World } from './world.js'
import { fromClient, startOver } from './world.js'

/** What is no DAP, from either side. */
const junk: readonly unknown[] = [
  null,
  17,
  'text',
  [],
  {},
  { type: 'request' },
  { type: 'response', request_seq: 'x' },
  { type: 'event' },
  { type: 'request', command: 5, seq: -1 },
  { seq: 0, type: 'response', request_seq: 999_999, success: true, command: 'threads' },
  { seq: 0, type: 'event', event: 'stopped', body: 'no object' },
  { seq: 0, type: 'event', event: '__proto__', body: { __proto__: 1 } },
]

/** Plays one decision; one that is not possible now does nothing. */
export function play(world: World, decision: Decision): void {
  const { a, b, c } = decision
  switch (decision.kind) {
    case 'connect':
      playConnect(world, decision)
      return
    case 'dialogue':
      playDialogue(world, decision)
      return
    case 'request':
      playRequest(world, decision)
      return
    case 'move':
      playMove(world, decision)
      return
    case 'setBreakpoints': {
      const client = pick(greeted(world), a)
      if (client !== undefined) playBreakpoints(world, client, decision)
      return
    }
    case 'dapplexRequest':
      playDapplex(world, decision)
      return
    case 'job':
      playJob(world, decision)
      return
    case 'clientJunk': {
      const client = pick([...world.clients.values()], a)
      if (client !== undefined) feed(world, fromClient(client, pick(junk, b)))
      return
    }
    case 'disconnect': {
      const client = pick(greeted(world), a)
      const spec = [{}, { terminateDebuggee: true }, { terminateDebuggee: false }][b % 3] ?? {}
      if (client !== undefined)
        send(world, client, { command: (b & 64) === 0 ? 'disconnect' : 'terminate', args: spec })
      return
    }
    case 'close':
      playClose(world, decision)
      return
    case 'adapterAnswer':
      playAnswer(world, decision)
      return
    case 'adapterStop':
      playStop(world, decision)
      return
    case 'adapterContinued':
      playContinued(world)
      return
    case 'adapterEvent':
      playEvent(world, decision)
      return
    case 'adapterReverse':
      playReverse(world, decision)
      return
    case 'adapterJunk':
      // A stop without a thread is DAP, if a strange one: it is played by `adapterStop` alone.
      if (world.adapter.state === 'open') feed(world, { kind: 'adapterMessage', message: pick(junk.slice(0, 10), b) })
      return
    case 'adapterEnds':
      playEnd(world, decision)
      return
    case 'adapterDies':
      if ((c & 3) === 0) closeAdapter(world, 'signal SIGKILL')
      return
    case 'timer':
      playTimer(world, a)
      return
    case 'tick':
      playTick(world, decision)
      return
    case 'drained': {
      const client = pick([...world.clients.values()], a)
      if (client !== undefined) feed(world, { kind: 'clientDrained', client: clientId(client.id), bytes: b })
      return
    }
    case 'runtime':
      playOrder(world, decision)
      return
    case 'restart': {
      const client = pick(greeted(world), a)
      if (client !== undefined) send(world, client, { command: 'restart' })
      return
    }
    case 'shutDown':
      if ((c & 7) === 0) feed(world, { kind: 'shutDown', why: 'the daemon ends' })
  }
}

function playClose(world: World, { a }: Decision): void {
  const client = pick([...world.clients.values()], a)
  if (client === undefined) return
  world.clients.delete(client.id)
  feed(world, { kind: 'clientClosed', client: clientId(client.id), why: 'connection closed' })
}

/** A client answers the adapter, time goes by, or a session that is over makes room for the next. */
function playTick(world: World, decision: Decision): void {
  const { a, b, c } = decision
  if (
    world.session.lifecycle.state.kind === 'ended' &&
    world.adapter.state === 'gone' &&
    world.orders.length === 0 &&
    a % 4 === 0
  ) {
    startOver(world, decision)
    return
  }
  const client = pick(
    [...world.clients.values()].filter(({ asked }) => asked.length > 0),
    b,
  )
  const asked = client?.asked.shift()
  if (client !== undefined && asked !== undefined && c % 2 === 0)
    feed(
      world,
      fromClient(client, { seq: 0, type: 'response', request_seq: asked.seq, command: asked.command, success: true }),
    )
  world.now += a % 1000
}

function playTimer(world: World, a: number): void {
  const next = pick([...world.timers.keys()], a)
  if (next === undefined) return
  world.now = Math.max(world.now, world.timers.get(next) ?? 0)
  world.timers.delete(next)
  feed(world, { kind: 'timerFired', timer: next })
}

function closeAdapter(world: World, why: string): void {
  const { adapter } = world
  if (adapter.state !== 'open') return
  adapter.state = 'gone'
  adapter.requests = []
  feed(world, { kind: 'adapterClosed', why, stderr: 'last words' })
}

/** The runtime does the oldest thing that it was ordered to do. */
function playOrder(world: World, decision: Decision): void {
  const order: Order | undefined = world.orders.shift()
  if (order === undefined) return
  const works = decision.c % 8 !== 0
  switch (order.kind) {
    case 'startAdapter':
      if (works || world.session.lifecycle.processes === 0) {
        renew(world.adapter)
        feed(world, { kind: 'adapterStarted' })
      } else {
        world.adapter.state = 'gone'
        feed(world, { kind: 'adapterClosed', why: 'it could not be started', stderr: '' })
      }
      return
    case 'endAdapter':
      closeAdapter(world, 'was ended')
      return
    case 'runCommand':
      feed(world, {
        kind: 'commandRan',
        run: order.run,
        outcome: works ? { kind: 'started', processId: 7 } : { kind: 'failed', why: 'no' },
      })
      return
    case 'openChild':
      feed(world, {
        kind: 'childOpened',
        child: order.child,
        outcome: works ? { kind: 'started', session: 'child' } : { kind: 'failed', why: 'no' },
      })
      return
    case 'measureClient':
      feed(world, { kind: 'clientDrained', client: clientId(order.client), bytes: decision.b })
  }
}
