import { describe, expect, test } from 'vitest'
import { treeLines } from './tree-lines.js'

/** Colours depend on where the test runs. */
// eslint-disable-next-line no-control-regex -- ANSI
const plain = (lines: string[]) => lines.map((line) => line.replace(/\x1b\[\d+m/g, ''))
const node = (id: string, name: string, more: object = {}) =>
  ({ id, kind: 'investigation', name, status: 'running', origin: 'entered', createdAt: 0, ...more }) as const

describe('the tree as text', () => {
  test('every node stands under its parent, with its state', () => {
    const nodes = [
      node('r', 'workspace', { kind: 'root' }),
      node('a', 'user is null', { parentId: 'r' }),
      node('s', 'app.js', { kind: 'session', parentId: 'a', sessionId: 's1', debugState: 'stopped', stopEpoch: 3 }),
      node('t', 'old.js', { kind: 'session', parentId: 'a', sessionId: 's0', status: 'completed', exitCode: 2 }),
      node('b', 'other', { parentId: 'r', status: 'failed', statusMessage: 'not reproduced' }),
    ]
    expect(plain(treeLines({ version: 1, position: 'r', nodes, requests: [] }, 0))).toEqual([
      'workspace  running  r',
      '├─ user is null  running  a',
      '│  ├─ app.js s1  running (stopped, stop 3)  s',
      '│  └─ old.js s0  completed, exit code 2  t',
      '└─ other  failed: not reproduced  b',
    ])
  })
  test('what waits for an answer says how to give it', () => {
    const request = { requestId: 'q', nodeId: 'r', requester: 'claude', name: 'deeper', description: 'why' }
    const requests = [{ ...request, configuration: 'Test', expiresAt: 90_000 }]
    const nodes = [node('r', 'workspace', { kind: 'root' })]
    expect(plain(treeLines({ version: 1, position: 'r', nodes, requests }, 30_000)).slice(1)).toEqual([
      '',
      'claude asks for "deeper", to launch "Test", 60 s left: why',
      '  dapplex call workflow_respond requestId=q action=accept   (or decline)',
    ])
  })
})
