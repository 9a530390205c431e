import { inTime } from '../../walk/in-time.js'
import type { FaultKind } from '../kind.js'
import { nth } from '../kind.js'

/** No frames of `Content-Length`. */
const GARBAGE = [
  'HTTP/1.1 200 OK\r\nServer: wrong\r\n\r\n',
  'Segmentation fault (core dumped)\n',
  '\u0000\u0001\u0002\u0003\n\n\n',
  'Content-Length: -5\r\n\r\n{}',
  'Content-Length: 1e3\r\n\r\n{}',
  'Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   ',
  'Content-Type: text\r\n\r\n',
]

const END = { seq: 1, type: 'event', event: 'terminated' }

/** The adapter is lost, and its session ends. */
export const endingKinds: readonly FaultKind[] = [
  {
    name: 'the adapter is killed',
    effect: 'session',
    weight: 2,
    inject: ({ session: { proxy } }) => Promise.resolve(process.kill(proxy.child, 'SIGKILL')),
  },
  {
    name: 'what stands before the adapter is killed, and the adapter lives on',
    effect: 'session',
    weight: 2,
    inject: ({ session: { proxy } }) => Promise.resolve(process.kill(proxy.pid, 'SIGKILL')),
  },
  {
    name: 'bytes that are no frames',
    effect: 'session',
    weight: 2,
    inject: ({ session: { proxy }, n }) => proxy.order('write', { text: nth(GARBAGE, n) }),
  },
  {
    name: 'half an answer, then the end',
    effect: 'session',
    weight: 2,
    inject: async ({ session: { proxy, editor } }) => {
      await proxy.order('halfAndGone')
      await Promise.race([editor.client.request('threads'), editor.client.waitForEvent('terminated')])
    },
  },
  {
    name: 'a message of 100 MiB',
    effect: 'session',
    weight: 1,
    // Nobody waits for all of it: the daemon reads no further than it must.
    inject: ({ session: { proxy } }) =>
      begun(proxy.order('zeros', { head: `Content-Length: ${100 * 2 ** 20}\r\n\r\n`, megabytes: 100 })),
  },
  {
    name: 'a header without an end',
    effect: 'session',
    weight: 1,
    inject: ({ session: { proxy } }) => begun(proxy.order('zeros', { head: 'Content-Length: 5\r\nX: ', megabytes: 2 })),
  },
  {
    name: 'the adapter says that the program has ended, and it has not',
    effect: 'session',
    weight: 1.5,
    inject: ({ session: { proxy } }) => proxy.order('say', { message: END }),
  },
  {
    name: 'the adapter is stopped by SIGSTOP for good, and somebody ends its session',
    effect: 'session',
    weight: 0.5,
    inject: async ({ world: { agent }, session: { proxy, id } }) => {
      process.kill(proxy.child, 'SIGSTOP')
      await inTime('debug_disconnect', agent.call('debug_disconnect', { session_id: id, terminate: true }))
    },
  },
]

/** The daemon cuts it off, and with it the answer to the order. */
function begun(order: Promise<unknown>): Promise<void> {
  order.catch(() => undefined)
  return Promise.resolve()
}
