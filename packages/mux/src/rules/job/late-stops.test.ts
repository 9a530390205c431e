import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

const FILE = '/src/a.x'
const STOP = { reason: 'breakpoint', threadId: 1, allThreadsStopped: true }
const NAMED = { ...STOP, hitBreakpointIds: [73] }

/** A job with a breakpoint, in a program that stands or runs when it begins; the program runs. */
function rigWithJob(found: 'stopped' | 'running') {
  const { rig, first: editor } = runningRig({})
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  if (found === 'stopped') rig.event('stopped', { ...STOP, reason: 'step' })
  agent.send('dapplex_jobBegin', { tool: 'probe_run', timeoutMs: 1000 })
  agent.send('dapplex_jobBreakpoint', { path: FILE, line: 3 })
  rig.reply('setBreakpoints', { breakpoints: [{ id: 73, verified: true, line: 3 }] })
  if (found === 'stopped') {
    agent.send('dapplex_jobMove', { command: 'continue' })
    rig.reply('continue')
  }
  editor.clear()
  const tellPlace = () =>
    rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 3, column: 1, source: { path: FILE } }] })
  const confirm = () => rig.reply('setBreakpoints', { breakpoints: [] })
  return { rig, editor, agent, tellPlace, confirm }
}

describe('job 6: a stop at a breakpoint of a job that was on its way when the job ended', () => {
  test('in a program that ran it is passed over: the adapter names no breakpoint', () => {
    const { rig, editor, agent, tellPlace, confirm } = rigWithJob('running')
    agent.send('dapplex_jobEnd')
    confirm()
    rig.event('stopped', STOP)
    tellPlace()
    expect(rig.countAsked('continue')).toBe(1)
    expect(editor.events('stopped')).toEqual([])
  })

  test.each(['before', 'after'])(
    'in a program that ran it is passed over: the adapter names it, %s it has taken it out',
    (when) => {
      const { rig, editor, agent, confirm } = rigWithJob('running')
      agent.send('dapplex_jobEnd')
      if (when === 'after') confirm()
      rig.event('stopped', NAMED)
      expect(rig.countAsked('continue')).toBe(1)
      expect(editor.events('stopped')).toEqual([])
    },
  )

  test.each(['unnamed', 'named', 'named before the adapter has taken it out'])(
    'in a program that stood it is the pause of the end, where its client has vanished: %s',
    (naming) => {
      const { rig, editor, agent, tellPlace, confirm } = rigWithJob('stopped')
      agent.close()
      expect(rig.asked('pause').arguments).toEqual({ threadId: 1 })
      if (!naming.includes('before')) confirm()
      rig.event('stopped', naming === 'unnamed' ? STOP : NAMED)
      if (naming === 'unnamed') tellPlace()
      expect(editor.events('stopped').map(({ body }) => body)).toMatchObject([{ reason: 'pause', threadId: 1 }])
      expect(editor.lastEvent('stopped').body).not.toHaveProperty('hitBreakpointIds')
    },
  )
})
