import { describe, expect, test } from 'vitest'
import { sessionRow } from '../../test/session-row.js'
import { dynamicConfigurations } from './dynamic-configurations.js'
import { joinTarget } from './join-target.js'

const sessions = [sessionRow('s1', { state: 'exited' }), sessionRow('s2'), sessionRow('s3', { state: 'stopped' })]

describe('F5 without launch.json', () => {
  test('offers the live sessions, the newest first, then the current file', () => {
    const offered = dynamicConfigurations(sessions, { file: '/w/a.py', language: 'python' })
    expect(offered.map(({ name }) => name)).toEqual(['Join s3: s3.py', 'Join s2: s2.py', 'Python: current file'])
    expect(offered[0]).toMatchObject({ request: 'attach', dapplexSession: 's3' })
  })
  test('offers the live sessions alone where the current file cannot be debugged', () => {
    expect(dynamicConfigurations(sessions, { file: '/w/a.txt', language: 'plaintext' })).toHaveLength(2)
  })
})

describe('a session that a configuration names', () => {
  test.each(['s2', 's3'])('%s is live', (id) => expect(joinTarget(id, sessions)).toEqual({ kind: 'live' }))
  test('s1 has ended, which is told with its program', () =>
    expect(joinTarget('s1', sessions)).toMatchObject({ kind: 'ended', problem: 's1.py (s1) has ended.' }))
  test('a child that has ended is joined all the same: nobody has named it', () => {
    const child = sessionRow('s4', { state: 'exited', parent: 's2' })
    expect(joinTarget('s4', [child])).toEqual({ kind: 'live' })
  })
  test('s9 is not there any more', () =>
    expect(joinTarget('s9', sessions)).toMatchObject({ kind: 'unknown', problem: expect.stringContaining('s9') }))
})
