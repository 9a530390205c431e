import type { FaultKind } from '../kind.js'
import { nth } from '../kind.js'
import { SHAPES } from './shapes.js'

/** Requests that the proxy makes up are numbered from here. */
const FIRST_OWN_SEQ = 1_500_000_000
let ownSeq = FIRST_OWN_SEQ

const OUTPUT = { seq: 1, type: 'event', event: 'output', body: { category: 'stdout', output: `${'x'.repeat(99)}\n` } }
const UNKNOWN = {
  seq: 1,
  type: 'event',
  event: 'faultyNews',
  body: { list: Array.from({ length: 20 }, (_, at) => at) },
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const deepEvent = (depth: number): string =>
  `{"seq":1,"type":"event","event":"output","body":{"category":"stdout","output":"deep\\n","data":${nested(depth)}}}`

/** What an adapter asks of the daemon. */
const REVERSE: readonly Readonly<Record<string, unknown>>[] = [
  { command: 'faultyQuestion', arguments: {} },
  { command: 'runInTerminal', arguments: { cwd: '/', args: ['true'] } },
  { command: 'runInTerminal', arguments: { cwd: '/no/such/folder', args: ['true'] } },
  { command: 'runInTerminal', arguments: { cwd: '/', args: ['/no/such/program'] } },
  { command: 'runInTerminal', arguments: { cwd: '/', args: ['a\u0000b'] } },
  { command: 'runInTerminal', arguments: { cwd: '/', args: [] } },
  { command: 'startDebugging', arguments: { request: 'launch', configuration: {} } },
  { command: 'startDebugging', arguments: { request: 'nothing', configuration: { type: 'nothing' } } },
]

const noQuestions = { netcoredbg: 'the process that completes it answers what netcoredbg asks' }

/** The adapter says what it should not, and the session goes on. */
export const spokenKinds: readonly FaultKind[] = [
  {
    name: 'an answer comes twice',
    effect: 'nothing',
    weight: 10,
    inject: async ({ session: { proxy, editor } }) => {
      await proxy.order('again')
      await proxy.order('twice')
      await editor.client.request('threads')
    },
  },
  {
    // So far ahead that it is no answer to a request that is on its way: that would be a lie, and not a fault.
    name: 'an answer comes before its request',
    effect: 'nothing',
    weight: 10,
    inject: ({ session: { proxy }, n }) => proxy.order('ahead', { by: 40 + (n % 40) }),
  },
  {
    name: 'a message that is not JSON',
    effect: 'nothing',
    weight: 6,
    inject: ({ session: { proxy }, n }) =>
      proxy.order('say', { message: nth(['{', 'null]', '\u0000', '{"seq":1,"type":"event"', '\ud800'], n) }),
  },
  {
    name: 'a message of the wrong shape',
    effect: 'either',
    weight: 30,
    inject: ({ session: { proxy }, n }) => proxy.order('say', { message: nth(SHAPES, n) }),
  },
  {
    name: 'a message that is nested too deep',
    effect: 'either',
    weight: 4,
    inject: ({ session: { proxy }, n }) => proxy.order('say', { message: deepEvent(nth([100, 3000, 100_000], n)) }),
  },
  {
    name: 'an answer that cannot be read',
    effect: 'nothing',
    weight: 6,
    inject: ({ session: { proxy }, n }) => proxy.order('unreadable', { how: nth(['deep', 'cut'], n) }),
  },
  {
    name: 'a flood of output and events',
    effect: 'nothing',
    weight: 4,
    inject: async ({ session: { proxy }, n }) => {
      await proxy.order('say', { message: OUTPUT, times: 200 + (n % 800) })
      await proxy.order('say', { message: UNKNOWN, times: 200 + (n % 800) })
    },
  },
  {
    name: 'an answer in pieces of seven bytes',
    effect: 'nothing',
    weight: 4,
    inject: ({ session: { proxy } }) => proxy.order('pieces'),
  },
  {
    name: 'the adapter asks what nobody can answer',
    effect: 'nothing',
    weight: 6,
    without: noQuestions,
    inject: async ({ session: { proxy }, n }) => {
      const seq = ++ownSeq
      await proxy.order('say', { message: { seq, type: 'request', ...nth(REVERSE, n) } })
      await proxy.order('answered', { seq })
    },
  },
  {
    name: 'the adapter is silent for a moment',
    effect: 'nothing',
    weight: 6,
    inject: async ({ world, session: { proxy, id } }) => {
      await proxy.order('silent')
      // Refused after its time, whoever is silent.
      await world.agent.failure('evaluate', { session_id: id, expression: 'tick', timeout_ms: 30 })
      await proxy.order('speaks')
    },
  },
  {
    name: 'the adapter reads nothing for a moment',
    effect: 'nothing',
    weight: 4,
    inject: async ({ world, session: { proxy, id } }) => {
      await proxy.order('deaf')
      await world.agent.call('debug_state', { session_id: id })
      await proxy.order('hears')
    },
  },
  {
    name: 'the adapter is stopped by SIGSTOP for a moment',
    effect: 'nothing',
    weight: 8,
    inject: async ({ world, session: { proxy, id } }) => {
      process.kill(proxy.child, 'SIGSTOP')
      await world.agent.call('debug_state', { session_id: id })
      process.kill(proxy.child, 'SIGCONT')
    },
  },
]
