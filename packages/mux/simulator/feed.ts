import type { DapMessage, JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import type { Effect } from '@dapplex/mux'
import { findSpec, standardRequests, transition } from '@dapplex/mux'
import { passedMessage } from './bytes.js'
import { checkEnd, checkState } from './check.js'
import type { SimClient } from './sim-client.js'
import { foldAnswer, foldEvent } from './sim-client.js'
import type { SessionInput, World } from './world.js'
import { insist } from './world.js'

/** Gives the core one input, does what it orders, and checks everything that must hold. */
export function feed(world: World, input: SessionInput): void {
  world.now += 1
  world.inputs += 1
  const effects = transition(world.session, { ...input, now: world.now })
  for (const effect of effects) apply(world, effect)
  checkState(world)
  if (input.kind === 'adapterClosed') checkEnd(world)
}

function apply(world: World, effect: Effect): void {
  switch (effect.kind) {
    case 'sendToClient':
      clientGets(world, effect.client, effect.message as unknown as JsonObject)
      return
    case 'passToClient':
      clientGets(world, effect.client, passedMessage(effect.answer))
      return
    case 'sendToAdapter':
      adapterGets(world, effect.message)
      return
    case 'closeClient':
      world.clients.delete(effect.client)
      return
    case 'startTimer':
      insist(effect.ms >= 0, () => `timer ${effect.timer} set to ${effect.ms} ms`)
      world.timers.set(effect.timer, world.now + effect.ms)
      return
    case 'cancelTimer':
      world.timers.delete(effect.timer)
      return
    case 'startAdapter':
      world.starts += 1
      world.orders.push({ kind: 'startAdapter' })
      return
    case 'endAdapter':
    case 'runCommand':
    case 'openChild':
    case 'measureClient':
      world.orders.push(effect)
      return
    case 'record':
      world.eventSeq += 1
      insist(
        effect.event.seq === world.eventSeq,
        () => `event ${effect.event.seq} recorded as number ${world.eventSeq}`,
      )
      return
    case 'childExited':
      return
    case 'log':
      insist(effect.level !== 'error', () => `the core reports a defect: ${effect.text}`)
  }
}

function clientGets(world: World, id: number, message: JsonObject): void {
  const client = world.clients.get(id)
  insist(client !== undefined, () => `a message for client ${id}, which is gone`)
  if (client === undefined) return
  insist(
    message['seq'] === client.lastSeen + 1,
    () => `client ${id} got seq ${String(message['seq'])} after ${client.lastSeen}`,
  )
  client.lastSeen += 1
  if (message['type'] === 'response') clientAnswered(world, client, message)
  else if (message['type'] === 'request')
    client.asked.push({ seq: client.lastSeen, command: String(message['command']) })
  else clientTold(world, client, message)
}

function clientAnswered(world: World, client: SimClient, message: JsonObject): void {
  const seq = message['request_seq'] as number
  // Garbage is answered under whatever number it had.
  if (seq <= 0) return
  const asked = client.open.get(seq)
  insist(asked !== undefined, () => `client ${client.id} got an answer to ${seq}, which it did not ask or has had`)
  if (asked === undefined) return
  insist(asked.command === message['command'], () => `${asked.command} was answered as ${String(message['command'])}`)
  client.open.delete(seq)
  const body = isJsonObject(message['body']) ? message['body'] : {}
  const success = message['success'] === true
  foldAnswer(client, asked, { success, body, suspension: world.adapter.suspension, isSingle: isSingle(world, body) })
  if (asked.command === 'disconnect') {
    client.step = 'left'
    insist(success, () => `disconnect of client ${client.id} was refused`)
  }
  if (success && asked.requested !== undefined) checkList(world, client, { requested: asked.requested, body })
}

const isSingle = (world: World, body: JsonObject): boolean =>
  body['allThreadsContinued'] === undefined
    ? world.session.options.traits.stops === 'thread' && !world.session.threads.stopsAll
    : body['allThreadsContinued'] === false

/** Each client finds as many as it asked for, under ids that nobody else has. */
function checkList(
  world: World,
  client: SimClient,
  list: { readonly requested: number; readonly body: JsonObject },
): void {
  const got = list.body['breakpoints']
  insist(
    Array.isArray(got) && got.length === list.requested,
    () => `client ${client.id} asked for ${list.requested} breakpoints and got ${JSON.stringify(got)}`,
  )
  for (const one of Array.isArray(got) ? (got as JsonObject[]) : []) {
    const { id } = one
    if (typeof id !== 'number') continue
    const owner = world.owners.get(id) ?? client.id
    insist(owner === client.id, () => `breakpoint ${id} of client ${owner} was given to client ${client.id} too`)
    world.owners.set(id, client.id)
  }
}

function clientTold(world: World, client: SimClient, message: JsonObject): void {
  const event = String(message['event'])
  const body = isJsonObject(message['body']) ? message['body'] : {}
  insist(client.step !== 'left', () => `client ${client.id} got ${event} after it had disconnected`)
  foldEvent(client, event, body)
  const hits: unknown = body['hitBreakpointIds']
  if (event !== 'stopped' || hits === undefined) return
  insist(Array.isArray(hits) && hits.length > 0, () => 'hitBreakpointIds is there but empty')
  for (const id of hits as number[])
    // One whose setBreakpoints was given up in time does not know its own ids.
    insist(
      client.breakpointIds.has(id) || belongsTo(world, client, id),
      () => `client ${client.id} was told that ${id} was hit, which is not its own`,
    )
}

const belongsTo = ({ session }: World, client: SimClient, id: number): boolean =>
  findSpec(session.breakpoints, id)?.spec.client === client.id

const once = new Set(['initialize', 'launch', 'attach', 'configurationDone', 'disconnect'])

function adapterGets(world: World, message: DapMessage): void {
  const { adapter } = world
  insist(
    adapter.state === 'open',
    () => `a message for an adapter that is ${adapter.state}: ${JSON.stringify(message)}`,
  )
  insist(message.seq > world.upstreamSeq, () => `the adapter got seq ${message.seq} after ${world.upstreamSeq}`)
  world.upstreamSeq = message.seq
  if (message.type === 'response') {
    const { request_seq: seq } = message as unknown as { request_seq: number }
    insist(adapter.asked.delete(seq), () => `the adapter got a second answer to ${seq}`)
    return
  }
  const { command, arguments: given } = message as unknown as { command: string; arguments?: JsonObject }
  const args = given ?? {}
  const count = (adapter.counts.get(command) ?? 0) + 1
  adapter.counts.set(command, count)
  insist(count === 1 || !once.has(command), () => `the adapter was sent a second ${command}`)
  insist(
    !Object.keys(args).some((key) => key.startsWith('dapplex')),
    () => `${command} reached the adapter with our own keys`,
  )
  const flag = standardRequests.get(command)?.flag
  insist(
    flag === undefined || adapter.temper.capabilities[flag] === true,
    () => `${command} reached an adapter without ${flag ?? ''}`,
  )
  adapter.requests.push({ seq: message.seq, command, args })
}
