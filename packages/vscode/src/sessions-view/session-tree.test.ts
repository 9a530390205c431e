import { describe, expect, test } from 'vitest'
import { sessionRow as row } from '../../test/session-row.js'
import type { ClientRow } from '../daemon/session-rows.js'
import { sessionTree, showClient, showSession, type Node } from './session-tree.js'

const agent: ClientRow = {
  client_id: 1,
  name: 'agent-1',
  principal: 'me',
  kind: 'agent',
  role: 'owner',
  joined_at: '2026-01-01T00:00:00Z',
  last_command: 'next',
  breakpoints: 0,
}
const apart = { isJoined: false, isHeldHere: false, you: 'VS Code – shop' }
const person = { client_id: 2, name: 'VS Code – shop', principal: 'me', kind: 'editor' as const }
const outline = (nodes: readonly Node[]): readonly unknown[] =>
  nodes.map((node) =>
    node.kind === 'client' ? node.client.name : [node.session.session_id, ...outline(node.children)],
  )

describe('the tree of sessions', () => {
  test('has live ones first, the newest above, and below each its clients and what it has started', () => {
    const sessions = [
      row('s1', { state: 'exited' }),
      row('s2', { clients: [agent] }),
      row('s3', { parent: 's2', state: 'stopped' }),
      row('s4'),
    ]
    expect(outline(sessionTree(sessions))).toEqual([['s4'], ['s2', 'agent-1', ['s3']], ['s1']])
  })

  test('shows a child at the top when its parent is forgotten', () => {
    expect(outline(sessionTree([row('s3', { parent: 's2' })]))).toEqual([['s3']])
  })
})

describe('a row', () => {
  test.each([
    { session: row('s1'), standing: apart, description: 's1 · running', context: 'session-live-apart-free' },
    {
      session: row('s1', { state: 'stopped' }),
      standing: { ...apart, isJoined: true, isHeldHere: true, holder: 'VS Code – shop' },
      description: 's1 · you have control · stopped',
      context: 'session-live-joined-held',
    },
    {
      session: row('s1'),
      standing: { ...apart, holder: 'agent-1' },
      description: 's1 · agent-1 has control · running',
      context: 'session-live-apart-free',
    },
    {
      session: row('s1', { state: 'exited', exit_code: 3 }),
      standing: apart,
      description: 's1 · ended with exit code 3',
      context: 'session-ended',
    },
    {
      session: row('s1', { state: 'exited', exit_code: 247, ended_by: person }),
      standing: apart,
      description: 's1 · ended by you',
      context: 'session-ended',
    },
    {
      session: row('s1', { state: 'exited', ended_by: { ...person, name: 'agent-1', kind: 'agent' } }),
      standing: apart,
      description: 's1 · ended by agent-1',
      context: 'session-ended',
    },
  ])('of a session reads "$description"', ({ session, standing, description, context }) => {
    expect(showSession(session, standing)).toMatchObject({ label: 's1.py', description, context })
  })

  test.each([
    { client: agent, isYou: false, description: 'stepped over' },
    { client: { ...agent, last_command: 'dapplex_breakpointAdd' }, isYou: false, description: 'set a breakpoint' },
    { client: { ...agent, role: 'observer' as const }, isYou: true, description: 'you · observer · stepped over' },
  ])('of a client reads "$description"', ({ client, isYou, description }) => {
    expect(showClient(client, isYou)).toMatchObject({ label: 'agent-1', description })
  })
})
