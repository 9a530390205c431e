import { once } from 'node:events'
import { inTime } from '../../walk/in-time.js'
import { greeted, joinAs, openAgent, type Editor } from '../clients.js'
import type { FaultKind, FaultPlace } from '../kind.js'
import { nth } from '../kind.js'

const LINE = { category: 'stdout', output: `${'y'.repeat(999)}\n` }

const join = ({ world, session }: FaultPlace, name: string): Promise<Editor> =>
  joinAs(world.daemon.socket, session.id, name)

/** Requests that nobody waits for. */
function postAll({ client, threadId }: Editor): void {
  client.post('threads')
  client.post('stackTrace', { threadId })
  client.post('evaluate', { expression: 'tick', context: 'watch' })
  client.post('setBreakpoints', { source: { path: '/no/such/file' }, breakpoints: [{ line: 1 }] })
}

async function reset({ client, socket }: Pick<Editor, 'client' | 'socket'>): Promise<void> {
  socket.destroy()
  await client.closed
}

/** What a client that goes wrong sends. */
const NONSENSE = [
  'Content-Length: 40\r\n\r\n{"seq":1,"type":"requ',
  'Content-Length: 9999999999\r\n\r\n',
  'no header at all\r\n\r\n',
  `Content-Length: 200006\r\n\r\n${'['.repeat(100_003)}${']'.repeat(100_003)}`,
]

/** A client goes, stalls or says nonsense: everybody else is served as before. */
export const clientKinds: readonly FaultKind[] = [
  {
    name: 'an editor disappears with requests under way',
    effect: 'nothing',
    weight: 10,
    inject: async (place) => {
      const editor = await join(place, 'vanishing')
      postAll(editor)
      await reset(editor)
    },
  },
  {
    name: 'an editor disappears while it joins',
    effect: 'nothing',
    weight: 8,
    inject: async ({ world, session, n }) => {
      const editor = await greeted(world.daemon.socket, { session: session.id, name: 'hasty' })
      const steps = ['initialize', 'attach', 'configurationDone', 'disconnect']
      for (const command of steps.slice(0, n % (steps.length + 1))) editor.client.post(command, ATTACH(session.id))
      await reset(editor)
    },
  },
  {
    name: 'a client sends nonsense and is cut off',
    effect: 'nothing',
    weight: 6,
    inject: async (place) => {
      const editor = await join(place, 'nonsense')
      editor.socket.write(nth(NONSENSE, place.n))
      // Nested JSON is a message, and a refused one; half a message is never whole.
      if (place.n % NONSENSE.length === 3) await inTime('an answer after nonsense', editor.client.request('threads'))
      await reset(editor)
    },
  },
  {
    name: 'an editor reads nothing while the program prints, then all',
    effect: 'nothing',
    weight: 2,
    inject: async (place) => {
      const editor = await join(place, 'slow')
      editor.socket.pause()
      const answer = editor.client.request('threads')
      await place.session.proxy.order('say', {
        message: { seq: 1, type: 'event', event: 'output', body: LINE },
        times: 1500,
      })
      await place.session.editor.client.request('threads')
      editor.socket.resume()
      await inTime('an answer for the slow editor', answer)
      if (editor.client.violations.length > 0)
        place.world.problem(`the slow editor: ${editor.client.violations.join()}`)
      await editor.client.close()
    },
  },
  {
    name: 'an agent disappears with calls under way and comes back',
    effect: 'nothing',
    weight: 8,
    inject: async ({ world, session }) => {
      const first = await openAgent(world.daemon.socket, 'coming-and-going')
      await first.call('session_select', { session_id: session.id })
      for (const method of ['stacktrace_get', 'threads_list', 'debug_state', 'wait_for_stop'])
        first.send({ jsonrpc: '2.0', id: method, method, params: { session_id: session.id } })
      await first.close()
      const again = await openAgent(world.daemon.socket, 'coming-and-going')
      await inTime('debug_state', again.call('debug_state', { session_id: session.id }))
      await again.close()
    },
  },
  {
    name: 'a connection that says nothing, and one that is cut off within its first bytes',
    effect: 'nothing',
    weight: 4,
    inject: async ({ world }) => {
      const { socket } = await greeted(world.daemon.socket, { name: 'mute' })
      socket.write('Content-Le')
      socket.destroy()
      await once(socket, 'close')
    },
  },
]

const ATTACH = (session: string) => ({ adapterID: 'faults', dapplexSession: session })
