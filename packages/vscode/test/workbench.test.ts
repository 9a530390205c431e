import { must } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { agentOf } from './workbench/agent.js'
import { PYTHON } from './workbench/programs.js'
import { openedShop } from './workbench/shop.js'
import { tour } from './workbench/tour.js'

describe('in the real workbench of VS Code', () => {
  const types = ['debugpy']
  const opened = openedShop({ languages: [PYTHON], needed: [PYTHON], types, settings: { 'dapplex.share': types } })

  test('Python under the type debugpy: breakpoints of the gutter stop it; values, hover, watch, console, set value, steps, restart, stop', async (context) => {
    const { window, programs } = opened(context)
    await tour(window, must(programs[0]))
  })

  test('an agent stops: a notification; Show Me joins; both act on one program', async (context) => {
    const { server, window, programs } = opened(context)
    const { file, name, body } = must(programs[0])
    await window.openFile(file, 1)
    await server.dapplex('daemon', 'start')
    const { agent, next } = await agentOf(server.home)
    const { session_id } = await agent.tools.debug_launch({ program: file, breakpoints: [{ file, line: body }] })
    await agent.tools.events_subscribe({ session_id })
    await window.notification(`${name} has stopped (agent-1)`).waitFor()
    await window.notification(`breakpoint, line ${body} in total`).waitFor()
    await window.picture('agent-stopped', { x: 700, y: 640, width: 700, height: 360 })
    // The place is there before anything was asked of the daemon; with it come the stop and the values.
    await server.daemonAsleep(async () => {
      await window.respond(`${name} has stopped`, 'Show Me')
      await window.editing(name, body)
    })
    await window.stopped(name, body)
    await window.variable(/^index =\s*0$/).waitFor()

    // A person's conditional breakpoint: the agent is told whose it is, and stops at it.
    const set = next(({ type }) => type === 'breakpoint')
    await window.conditionalBreakpoint(body + 1, 'index == 2')
    await set
    const { breakpoints } = await agent.tools.breakpoint_list({ session_id })
    const theirs = must(breakpoints.find(({ line }) => line === body + 1))
    expect(theirs).toMatchObject({ condition: 'index == 2', set_by: { kind: 'editor', name: 'code-server – shop' } })
    await agent.tools.breakpoint_remove({ session_id, id: must(breakpoints.find(({ line }) => line === body)).id })
    await agent.tools.debug_continue({ session_id })
    await window.stopped(name, body + 1)
    await window.variable(/^index =\s*2$/).waitFor()
    await window.picture('followed-agent')

    // A person takes control: the agent is refused until the person gives it back.
    await window.command('Dapplex: Take Control')
    await window.pick(session_id)
    await window.status('you have control').waitFor()
    const refused = agent.tools.debug_step({ session_id, action: 'over' })
    await expect(refused).rejects.toMatchObject({ type: 'CONTROL_HELD' })
    await window.sessions('open')
    await window.session(/orders\.py/).waitFor()
    await window.session('code-server – shop').filter({ hasText: 'you' }).waitFor()
    await window.picture('sessions', { x: 0, y: 600, width: 1000, height: 400 })
    await window.command('Dapplex: Release Control')
    await window.pick(session_id)
    await window.status('you have control').waitFor({ state: 'detached' })
    await agent.tools.debug_step({ session_id, action: 'over' })
    await window.stopped(name, body + 2)
    await agent.tools.debug_disconnect({ session_id, terminate: true })
    await window.ended()
    await window.clear()
    agent.close()
  })
})
