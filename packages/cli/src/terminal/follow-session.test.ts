import type { DebugEvent } from '@dapplex/protocol'
import { expect, test } from 'vitest'
import { followSession } from './follow-session.js'
import type { SessionAccess } from './view-context.js'

type Told = Partial<DebugEvent> & { readonly type: DebugEvent['type']; readonly seq: number }
const at = (seq: number, type: DebugEvent['type'], stop_id = 1): Told => ({ seq, type, stop_id })

interface Daemon {
  /** Brought by the first subscription, which has no others. */
  readonly past?: readonly Told[]
  /** Come between the first subscription and the second, to the first. */
  readonly between?: readonly Told[]
  /** Brought by the second subscription. */
  readonly since?: readonly Told[]
  readonly state: object
}

/** A session whose events come where the test says. */
function follow({ past = [], between = [], since = [], state }: Daemon) {
  let tell = (_event: unknown): void => undefined
  const subscriptions: unknown[] = []
  const subscribe = (params: { since_seq?: number }) => {
    subscriptions.push(params.since_seq)
    for (const event of subscriptions.length === 1 ? past : [...between, ...since]) tell(event)
    return { sessions: [{ seq: past.at(-1)?.seq ?? 0 }] }
  }
  const client = {
    on: (_name: string, listener: (event: unknown) => void) => (tell = listener),
    call: (method: string, params: object) =>
      Promise.resolve(method === 'events_subscribe' ? subscribe(params) : state),
  }
  const shown: number[] = []
  const view = { client, sessionId: 's1' } as unknown as SessionAccess
  return {
    shown,
    subscriptions,
    followed: followSession(view, ({ seq }) => shown.push(seq)),
    tell: (one: Told) => tell(one),
  }
}

test.each([
  {
    why: 'the stop where the session stands, not those before',
    daemon: {
      past: [at(1, 'stopped'), at(2, 'continued'), at(5, 'stopped', 2)],
      state: { state: 'stopped', stop_id: 2 },
    },
    shows: [5],
  },
  {
    why: 'a stop between the two subscriptions, once',
    daemon: {
      past: [at(3, 'continued')],
      between: [at(5, 'stopped', 2)],
      since: [at(4, 'output'), at(5, 'stopped', 2)],
      state: { state: 'stopped', stop_id: 2 },
    },
    shows: [4, 5],
  },
  {
    why: 'nothing of the past of a program that runs',
    daemon: { past: [at(1, 'stopped'), at(2, 'continued')], state: { state: 'running', stop_id: 1 } },
    shows: [],
  },
  {
    why: 'how the session has ended',
    daemon: {
      past: [at(1, 'stopped'), at(2, 'continued'), at(7, 'exited'), at(8, 'ended')],
      state: { state: 'exited', stop_id: 1 },
    },
    shows: [7, 8],
  },
])('it begins with $why, and goes on with each event', async ({ daemon, shows }) => {
  const { shown, followed, subscriptions, tell } = follow(daemon)
  await followed
  expect(shown).toEqual(shows)
  expect(subscriptions).toEqual([0, daemon.past.at(-1)?.seq])
  tell(at(9, 'output'))
  expect(shown).toEqual([...shows, 9])
})
