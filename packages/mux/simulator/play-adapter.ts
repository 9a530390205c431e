import type { JsonObject } from '@dapplex/protocol'
import type { Decision } from './decision.js'
import { pick } from './decision.js'
import { feed } from './feed.js'
import type { AdapterRequest, SimAdapter } from './sim-adapter.js'
import { answerBody, fileOf } from './sim-adapter.js'
import type { World } from './world.js'
import { fromAdapter } from './world.js'

const resumes = new Set(['continue', 'next', 'stepIn', 'stepOut'])
const lists = new Set(['setBreakpoints', 'setFunctionBreakpoints', 'setDataBreakpoints'])

const event = (world: World, name: string, body?: JsonObject): void => {
  if (world.adapter.state === 'open')
    feed(world, fromAdapter({ type: 'event', event: name, ...(body === undefined ? {} : { body }) }))
}

const respond = (world: World, { seq, command }: AdapterRequest, members: JsonObject): void => {
  if (world.adapter.state === 'open')
    feed(world, fromAdapter({ type: 'response', request_seq: seq, command, ...members }))
}

/** Answers one of its requests, in any order, sometimes with a failure, sometimes never. */
export function playAnswer(world: World, decision: Decision): void {
  const { adapter } = world
  const request = inTurn(adapter, pick(adapter.requests, decision.a))
  if (adapter.state !== 'open' || request === undefined) return
  adapter.requests.splice(adapter.requests.indexOf(request), 1)
  const { command } = request
  const isVital =
    command === 'initialize' || command === 'launch' || command === 'attach' || command === 'configurationDone'
  const isInOrder = adapter.temper.tellsPausesAgain && isMoveOrPause(request)
  if (!isVital && !isInOrder && decision.b % adapter.temper.forgetsOneIn === 0) return
  if (resumes.has(command)) {
    if (isInOrder) wakeSoon(world, request)
    else answerResume(world, request, decision)
    return
  }
  if (isInOrder) {
    if (decision.b % adapter.temper.refusesOneIn === 1) respond(world, request, { success: false, message: 'no' })
    else pauseAgain(world, request)
    return
  }
  const refuses = decision.b % (isVital ? 200 : adapter.temper.refusesOneIn) === 1
  if (refuses && lists.has(command)) adapter.held.set(fileOf(request.args), 'unknown')
  if (refuses) {
    respond(world, request, { success: false, message: 'no' })
    return
  }
  const body = answerBody(adapter, request, decision)
  if (command === 'configurationDone') adapter.program = 'running'
  respond(world, request, { success: true, ...(body === undefined ? {} : { body }) })
  if (command === 'restart' && adapter.program === 'stopped') letRun(world, 'all', 'announced')
}

const isMoveOrPause = ({ command }: AdapterRequest): boolean => resumes.has(command) || command === 'pause'

/** The request to answer: where pauses are told again, moves and pauses come in their order. */
function inTurn({ temper, requests }: SimAdapter, picked: AdapterRequest | undefined): AdapterRequest | undefined {
  const isFree = picked === undefined || !temper.tellsPausesAgain || !isMoveOrPause(picked)
  return isFree ? picked : requests.find(isMoveOrPause)
}

/** A resume is answered at once; the thread finds it later (`playContinued`), unless a pause comes before. */
function wakeSoon(world: World, request: AdapterRequest): void {
  const { adapter } = world
  const isPossible = adapter.program === 'stopped' && !adapter.isWaking
  if (isPossible) adapter.isWaking = true
  respond(world, request, isPossible ? { success: true } : { success: false, message: 'not stopped' })
}

function pauseAgain(world: World, request: AdapterRequest): void {
  const { adapter } = world
  adapter.isWaking = false
  if (adapter.program === 'stopped') adapter.pausesToTell += 1
  respond(world, request, { success: true })
}

function answerResume(world: World, request: AdapterRequest, decision: Decision): void {
  const { adapter } = world
  if (adapter.early.delete(request.seq)) {
    respond(world, request, { success: true })
    return
  }
  if (adapter.program !== 'stopped' || decision.b % adapter.temper.refusesOneIn === 1) {
    respond(world, request, { success: false, message: 'not stopped' })
    return
  }
  const single = world.session.options.traits.stops === 'thread' ? (request.args['threadId'] as number) : 'all'
  const { echo } = adapter.temper
  letRun(world, single, echo === 'before' ? 'announced' : 'silent')
  const body = request.command === 'continue' ? { body: { allThreadsContinued: single === 'all' } } : {}
  respond(world, request, { success: true, ...body })
  if (echo === 'after') event(world, 'continued', continuedBody(single))
  if (echo === 'late') adapter.owedContinued = single
}

const continuedBody = (threadId: number | 'all'): JsonObject =>
  threadId === 'all' ? { threadId: 1, allThreadsContinued: true } : { threadId, allThreadsContinued: false }

function letRun(world: World, threadId: number | 'all', how: 'announced' | 'silent'): void {
  const { adapter } = world
  if (threadId === 'all') adapter.stopped.clear()
  else adapter.stopped.delete(threadId)
  adapter.suspension += 1
  adapter.isWaking = false
  adapter.pausesToTell = 0
  if (adapter.stopped.size === 0) adapter.program = 'running'
  if (how === 'announced') event(world, 'continued', continuedBody(threadId))
}

/** A stop; also one that overtakes the answer to the resume before it. */
export function playStop(world: World, { a, b, c }: Decision): void {
  const { adapter, session } = world
  const byOne = session.options.traits.stops === 'thread'
  if (adapter.state !== 'open' || adapter.program === 'none') return
  const threadId = 1 + (a % 3)
  if (adapter.program === 'stopped' && adapter.temper.tellsPausesAgain) {
    tellPauseAgain(world)
    return
  }
  if (adapter.program === 'stopped') {
    const resume = adapter.requests.find(({ command, seq }) => resumes.has(command) && !adapter.early.has(seq))
    if (resume !== undefined && (c & 1) === 1 && !byOne) {
      adapter.early.add(resume.seq)
      adapter.stopped.clear()
      adapter.suspension += 1
    } else if (!byOne || adapter.stopped.has(threadId)) return
  }
  adapter.program = 'stopped'
  adapter.stopped.add(threadId)
  const reason = (b & 1) === 0 ? 'breakpoint' : 'step'
  const ids = [...adapter.ids.keys()]
  const hit = pick(ids, c)
  const named =
    adapter.temper.namesHits && reason === 'breakpoint' && hit !== undefined ? { hitBreakpointIds: [hit] } : {}
  event(world, 'stopped', { reason, threadId, allThreadsStopped: !byOne, ...named })
  const owed = adapter.owedContinued
  adapter.owedContinued = undefined
  if (owed === 'all') event(world, 'continued', continuedBody(owed))
}

function tellPauseAgain(world: World): void {
  const { adapter } = world
  const [threadId] = adapter.stopped
  if (adapter.pausesToTell === 0 || threadId === undefined) return
  adapter.pausesToTell -= 1
  event(world, 'stopped', { reason: 'pause', threadId, allThreadsStopped: true, preserveFocusHint: true })
}

/** The program goes on although nobody asked. Only adapters that always say so can be told apart from a late echo. */
export function playContinued(world: World): void {
  const { adapter } = world
  if (adapter.isWaking) {
    letRun(world, 'all', 'announced')
    return
  }
  const isClear = adapter.temper.echo === 'before' || adapter.temper.echo === 'after'
  const isIdle = !adapter.requests.some(({ command }) => resumes.has(command))
  if (adapter.program !== 'stopped' || !isClear || !isIdle || world.session.resumes.latest?.echo === 'expected') return
  letRun(world, 'all', 'announced')
}

/** Whatever else an adapter says. */
export function playEvent(world: World, { a, b, c }: Decision): void {
  const { adapter } = world
  if (adapter.state !== 'open' || adapter.counts.get('initialize') === undefined) return
  const isGreeted = !adapter.requests.some(({ command }) => command === 'initialize')
  if (!adapter.isInitialized && isGreeted) {
    adapter.isInitialized = true
    event(world, 'initialized')
    return
  }
  const id = pick([...adapter.ids.keys()], b) ?? 999
  switch (a % 8) {
    case 0:
      event(world, 'thread', { reason: 'started', threadId: 1 + (b % 3) })
      return
    case 1:
    case 2:
      event(world, 'output', { category: (c & 1) === 0 ? 'stdout' : 'stderr', output: 'x'.repeat(1 + (b % 400)) })
      return
    case 3:
      event(world, 'breakpoint', { reason: 'changed', breakpoint: { id, verified: (c & 1) === 0, line: 1 + (b % 6) } })
      return
    case 4:
      event(world, 'module', { reason: (c & 1) === 0 ? 'new' : 'removed', module: { id: b % 5, name: 'm' } })
      return
    case 5:
      event(world, ['progressStart', 'progressUpdate', 'progressEnd'][c % 3] ?? '', {
        progressId: `p${b % 3}`,
        title: 't',
      })
      return
    case 6:
      event(world, (c & 1) === 0 ? 'askForChild' : 'unheardOf', { variablesReference: b })
      return
    default:
      event(world, 'process', { name: 'p', systemProcessId: b })
  }
}

export function playReverse(world: World, { a, b }: Decision): void {
  const { adapter } = world
  if (adapter.state !== 'open' || adapter.counts.get('initialize') === undefined) return
  adapter.seq += 1
  adapter.asked.add(adapter.seq)
  const command = ['runInTerminal', 'startDebugging', 'customAsk'][a % 3] ?? ''
  feed(world, fromAdapter({ seq: adapter.seq, type: 'request', command, arguments: { configuration: { n: b } } }))
}

/** The program ends. */
export function playEnd(world: World, { a, b }: Decision): void {
  const { adapter } = world
  if (adapter.program === 'none') return
  adapter.program = 'none'
  adapter.stopped.clear()
  adapter.suspension += 1
  adapter.isWaking = false
  adapter.pausesToTell = 0
  if ((a & 1) === 0) event(world, 'exited', { exitCode: b % 256 })
  event(world, 'terminated', (b & 3) === 0 ? { restart: true } : {})
}
