import type { JsonObject } from '@dapplex/protocol'
import type { ClientProfile } from '@dapplex/mux'
import { clientId } from '@dapplex/mux'
import type { Decision } from './decision.js'
import { pick } from './decision.js'
import { feed } from './feed.js'
import type { HeldId, SimClient } from './sim-client.js'
import { createSimClient, stopsOf } from './sim-client.js'
import type { World } from './world.js'
import { fromClient, insist } from './world.js'

/** Sends one request of a client. */
export function send(
  world: World,
  client: SimClient,
  at: { command: string; args?: JsonObject; answered?: boolean },
): void {
  client.seq += 1
  const { command, args } = at
  const list = args?.['breakpoints']
  const threadId = typeof args?.['threadId'] === 'number' ? args['threadId'] : -1
  client.open.set(client.seq, {
    command,
    threadId,
    stops: client.stops,
    stopsOfThread: stopsOf(client, threadId),
    wasStopped: client.stopped.size > 0,
    requested: Array.isArray(list) ? list.length : undefined,
  })
  if (at.answered === true) {
    client.open.delete(client.seq)
    client.lastSeen = 1
    client.step = 'greeted'
  }
  const message = { seq: client.seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args }) }
  feed(world, fromClient(client, message, at.answered === true))
}

export function playConnect(world: World, { a, b, c }: Decision): void {
  if (world.clients.size >= world.mostClients) return
  const role = (['owner', 'owner', 'operator', 'observer'] as const)[a & 3] ?? 'owner'
  const client = createSimClient(world.nextClient, role)
  world.nextClient += 1
  world.clients.set(client.id, client)
  const profile: ClientProfile = {
    name: `client ${client.id}`,
    principal: `principal ${b % 5}`,
    kind: (['editor', 'editor', 'agent', 'terminal', 'surface'] as const)[c % 5] ?? 'editor',
    role,
    presence: (['connection', 'named', 'oneCall'] as const)[b % 3] ?? 'connection',
    isLocal: (a & 4) !== 0,
    keepBreakpoints: (a & 8) !== 0,
    foreignBreakpoints: (a & 16) !== 0,
  }
  feed(world, { kind: 'clientConnected', client: clientId(client.id), profile })
  const args: JsonObject = {
    linesStartAt1: (b & 32) === 0,
    columnsStartAt1: (b & 64) === 0,
    pathFormat: (b & 128) === 0 ? 'path' : 'uri',
    supportsVariableType: (b & 256) !== 0,
    supportsRunInTerminalRequest: (b & 512) !== 0,
    supportsStartDebuggingRequest: (b & 1024) !== 0,
    supportsInvalidatedEvent: (b & 2048) !== 0,
    supportsProgressReporting: (b & 4096) !== 0,
  }
  send(world, client, { command: 'initialize', args, answered: (b & 7) === 0 })
}

/** The opening dialogue goes on. */
export function playDialogue(world: World, { a, b, c }: Decision): void {
  const waiting = [...world.clients.values()].filter(({ step }) => step === 'greeted' || step === 'configuring')
  const client = pick(waiting, a)
  if (client === undefined) return
  if (client.step === 'greeted') {
    client.step = 'started'
    const command = (b & 3) === 0 ? 'launch' : 'attach'
    const args: JsonObject = (c & 1) === 0 ? { dapplexSession: 's' } : { program: 'p', dapplexToken: 't' }
    send(world, client, { command, args })
    return
  }
  if ((c & 3) === 0) {
    playBreakpoints(world, client, { kind: 'setBreakpoints', a, b, c })
    return
  }
  client.step = 'configured'
  send(world, client, { command: (c & 31) === 1 ? 'threads' : 'configurationDone' })
}

export const greeted = (world: World): SimClient[] =>
  [...world.clients.values()].filter(({ step }) => step !== 'greeting' && step !== 'left')

export function playBreakpoints(world: World, client: SimClient, { a, b, c }: Decision): void {
  const count = c % 4
  const words = [{}, { condition: 'x' }, { condition: 'y' }, { hitCondition: '2' }, { logMessage: 'v={x}' }]
  const breakpoints = Array.from({ length: count }, (_none, index) => ({
    line: 1 + ((b >> index) % 6),
    ...(words[(a >> (index + 3)) % 12] ?? {}),
  }))
  // The spelling differs from client to client; it is one file all the same.
  const path = `/${(c & 64) === 0 ? 'src' : 'SRC'}/${a % 3}.x`
  const source = { path: (c & 32) === 0 ? path : `file://${path}` }
  if ((b & 15) === 15)
    send(world, client, { command: 'setFunctionBreakpoints', args: { breakpoints: [{ name: `f${a % 3}` }] } })
  else if ((b & 15) === 14)
    send(world, client, { command: 'setExceptionBreakpoints', args: { filters: [`e${a % 3}`] } })
  else
    send(world, client, {
      command: 'setBreakpoints',
      args: { source, breakpoints, ...((b & 48) === 48 ? { sourceModified: true } : {}) },
    })
}

/** Reading, changing and odd requests. */
export function playRequest(world: World, { a, b, c }: Decision): void {
  const client = pick(greeted(world), a)
  if (client === undefined) return
  const threadId = 1 + (c % 3)
  switch (b % 14) {
    case 0:
    case 1:
      send(world, client, { command: 'threads' })
      return
    case 2:
    case 3:
      send(world, client, { command: 'stackTrace', args: { threadId } })
      return
    case 4:
      sendWithId(world, client, { command: 'scopes', key: 'frameId', held: pick(client.frames, c) })
      return
    case 5:
      sendWithId(world, client, { command: 'variables', key: 'variablesReference', held: pick(client.variables, c) })
      return
    case 6:
      send(world, client, { command: 'evaluate', args: { expression: 'x', context: (c & 1) === 0 ? 'repl' : 'watch' } })
      return
    case 7:
      send(world, client, { command: 'setVariable', args: { variablesReference: 0, name: 'x', value: '1' } })
      return
    case 8:
      send(world, client, {
        command: 'cancel',
        args: { requestId: 1 + (c % client.seq), progressId: `progress-${c % 5}` },
      })
      return
    case 9:
      send(world, client, { command: 'modules', args: {} })
      return
    case 10:
      send(world, client, { command: 'somethingUnknown', args: { threadId, deep: [{ line: 3 }] } })
      return
    case 11:
      send(world, client, { command: 'setDataBreakpoints', args: { breakpoints: [{ dataId: `d${c % 3}` }] } })
      return
    case 12:
      send(world, client, { command: 'initialize', args: {} })
      return
    default:
      send(world, client, { command: 'exceptionInfo', args: { threadId } })
  }
}

/** An id of an earlier suspension is never sent on: adapters would take it for another object. */
function sendWithId(
  world: World,
  client: SimClient,
  at: { command: string; key: string; held: HeldId | undefined },
): void {
  const { adapter, session } = world
  const { held, command } = at
  if (held === undefined) return
  const before = adapter.counts.get(command) ?? 0
  const isStale = held.suspension !== adapter.suspension && session.options.traits.stops === 'all'
  send(world, client, { command, args: { [at.key]: held.id } })
  const isSent = (adapter.counts.get(command) ?? 0) > before
  insist(!(isStale && isSent), () => `${command} with ${at.key} ${held.id} of an earlier stop reached the adapter`)
}

export function playMove(world: World, { a, b, c }: Decision): void {
  const client = pick(greeted(world), a)
  if (client === undefined) return
  const command = ['continue', 'next', 'stepIn', 'stepOut', 'pause'][b % 5] ?? 'continue'
  send(world, client, { command, args: { threadId: 1 + (c % 3) } })
}

export function playDapplex(world: World, { a, b, c }: Decision): void {
  const client = pick(greeted(world), a)
  if (client === undefined) return
  const { session } = world
  const id = pick(
    [...session.breakpoints.lists.values()].flatMap((list) => [...list.owners.values()].flatMap((own) => own.specs)),
    c,
  )?.id
  switch (b % 7) {
    case 0:
    case 1:
      send(world, client, { command: 'dapplex_breakpointAdd', args: { path: `/src/${c % 3}.x`, line: 1 + (c % 6) } })
      return
    case 2:
      send(world, client, { command: 'dapplex_breakpointRemove', args: { id } })
      return
    case 3:
      send(world, client, { command: 'dapplex_breakpointEnable', args: { id, enabled: (c & 1) === 0 } })
      return
    case 4:
      send(world, client, { command: 'dapplex_controlAcquire', args: { leaseMs: c } })
      return
    case 5:
      send(world, client, { command: 'dapplex_controlRelease' })
      return
    default:
      send(world, client, { command: 'dapplex_state' })
  }
}

/** One request of a job: its owner goes on with it, or anybody begins one. */
export function playJob(world: World, { a, b, c }: Decision): void {
  const { current } = world.session.jobs
  const owner = current.kind === 'active' ? world.clients.get(current.order.owner) : undefined
  const client = owner ?? pick(greeted(world), a)
  if (client === undefined) return
  const command = ['continue', 'next', 'stepIn', 'stepOut'][c % 4] ?? 'continue'
  if (owner === undefined) {
    send(world, client, { command: 'dapplex_jobBegin', args: { tool: 'simulated', timeoutMs: 1 + c } })
    return
  }
  switch (b % 8) {
    case 0:
    case 1:
    case 2:
      send(world, client, { command: 'dapplex_jobMove', args: { command, threadId: 1 + (a % 3) } })
      return
    case 3:
      send(world, client, { command: 'dapplex_jobWait' })
      return
    case 4:
    case 5:
      send(world, client, { command: 'dapplex_jobBreakpoint', args: { path: `/src/${c % 3}.x`, line: 1 + (a % 6) } })
      return
    case 6:
      send(world, client, { command: 'cancel', args: { requestId: client.seq } })
      return
    default:
      send(world, client, { command: 'dapplex_jobEnd', args: { here: (c & 1) === 0 } })
  }
}
