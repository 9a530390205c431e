import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@dapplex/client'
import { must } from '@dapplex/testkit'
import { afterAll, describe, expect, test, type TestContext } from 'vitest'
import { agentOf } from '../workbench/agent.js'
import { PYTHON } from '../workbench/programs.js'
import { openedShop, type Shop } from '../workbench/shop.js'

const COUNT = `def count():
    n = 0
    while n >= 0:
        n += 1
        n += 1
        n += 1


count()
`

describe('a session that an agent has begun, in the real workbench of VS Code', () => {
  const opened = openedShop({ languages: [PYTHON], needed: [PYTHON] })
  let connection: Awaited<ReturnType<typeof agentOf>> | undefined
  afterAll(() => connection?.agent.close())

  /** The shop with an agent in it, who starts the daemon. */
  async function withAgent(context: TestContext): Promise<Shop & Awaited<ReturnType<typeof agentOf>>> {
    const shop = opened(context)
    if (connection === undefined) {
      await shop.server.dapplex('daemon', 'start')
      connection = await agentOf(shop.server.home)
    }
    return { ...shop, ...connection }
  }

  /** The agent's program stands in the body of `total` for the first order. */
  async function launched({ agent, programs }: { agent: Client; programs: Shop['programs'] }): Promise<string> {
    const { file, body } = must(programs[0])
    const { session_id } = await agent.tools.debug_launch({ program: file, breakpoints: [{ file, line: body }] })
    await agent.tools.events_subscribe({ session_id })
    return session_id
  }

  test('restart asks first: Cancel leaves everything as it is, and for everybody it begins anew', async (context) => {
    const shop = await withAgent(context)
    const { agent, window } = shop
    const { body } = must(shop.programs[0])
    const session_id = await launched(shop)
    await agent.tools.debug_continue({ session_id, wait: true })
    await window.join(session_id)
    await window.stopped('orders.py', body)
    await window.variable(/^index =\s*1$/).waitFor()
    await window.press('Control+Shift+F5')
    await window.dialog('Restart the program?').filter({ hasText: 'agent-1' }).waitFor()
    await window.picture('restart-asks')
    await window.answer('Restart the program?', 'Cancel')
    await window.variable(/^index =\s*1$/).waitFor()
    const { stop_id } = await agent.tools.debug_state({ session_id })
    await window.press('Control+Shift+F5')
    await window.answer('Restart the program?', 'Restart for Everybody')
    await window.variable(/^index =\s*0$/).waitFor()
    const { location } = await agent.tools.wait_for_stop({ session_id, since_stop_id: stop_id })
    expect(location).toMatchObject({ line: body })
    await agent.tools.debug_disconnect({ session_id, terminate: true })
    await window.ended()
  })

  test('Disconnect leaves; Stop leaves and offers the end for everybody, which ends it', async (context) => {
    const shop = await withAgent(context)
    const { agent, next, window } = shop
    const { body } = must(shop.programs[0])
    const session_id = await launched(shop)
    await window.join(session_id)
    await window.stopped('orders.py', body)
    await window.press('Shift+F5')
    await window.ended()
    expect(await agent.tools.debug_state({ session_id })).toMatchObject({
      state: 'stopped',
      clients: [{ name: 'agent-1' }],
    })
    await window.join(session_id)
    await window.stopped('orders.py', body)
    await window.stopOfJoined()
    await window.ended()
    await window.notification('You have left orders.py').waitFor()
    await window.picture('left')
    expect(await agent.tools.debug_state({ session_id })).toMatchObject({
      state: 'stopped',
      clients: [{ name: 'agent-1' }],
    })
    const ended = next(({ type }) => type === 'ended')
    await window.respond('You have left orders.py', 'End for Everybody')
    await ended
    expect(await agent.tools.debug_state({ session_id })).toMatchObject({ state: 'exited' })
  })

  test('a message of the person reaches the agent; End Session asks, and ends the program for both', async (context) => {
    const shop = await withAgent(context)
    const { agent, next, window } = shop
    const session_id = await launched(shop)
    const said = next(({ type }) => type === 'message')
    await window.command('Dapplex: Send a Message')
    await window.pick(`${session_id},`)
    await window.type(`Message to the others in session ${session_id}`, 'look at the discount')
    expect(await said).toMatchObject({
      text: 'look at the discount',
      by: { kind: 'editor', name: 'code-server – shop' },
    })
    const ended = next(({ type }) => type === 'ended')
    await window.command('Dapplex: End Session')
    await window.pick(`${session_id},`)
    await window.dialog(`End orders.py (${session_id})?`).filter({ hasText: 'It ends for agent-1 too.' }).waitFor()
    await window.picture('end-session')
    await window.answer(`End orders.py (${session_id})?`, 'End the Program')
    expect(await ended).toMatchObject({ by: { kind: 'editor', name: 'code-server – shop' } })
    await window.sessions('open')
    await window.session(new RegExp(`${session_id} · ended by you`)).waitFor()
    await window.sessions('closed')
    expect(await agent.tools.debug_state({ session_id })).toMatchObject({ state: 'exited' })
  })

  test('a breakpoint of the agent is a mark in the gutter, and adopted it has the same condition; a value that it changes flashes', async (context) => {
    const shop = await withAgent(context)
    const { agent, window } = shop
    const { file, body } = must(shop.programs[0])
    const session_id = await launched(shop)
    await window.join(session_id)
    await window.stopped('orders.py', body)
    await agent.tools.breakpoint_set({ session_id, file, line: body + 1, condition: 'index == 3' })
    await window.openFile(file, body + 1)
    await window.page.locator('.glyph-margin-widgets [class*="ced-"]').nth(1).waitFor()
    await window.picture('others-breakpoint', { x: 348, y: 240, width: 850, height: 200 })
    await window.hoverBehind('Breakpoint of agent-1')
    await window.picture('others-breakpoint-hover')
    await window.page.locator('.monaco-hover').getByText('Adopt it').click()
    await window.page.locator('.glyph-margin-widgets .codicon-debug-breakpoint-conditional').waitFor()
    const { breakpoints } = await agent.tools.breakpoint_list({ session_id })
    const both = breakpoints.filter(({ line }) => line === body + 1)
    expect(both.map(({ condition }) => condition)).toEqual(['index == 3', 'index == 3'])
    await agent.tools.set_variable({ session_id, name: 'discount', value: 4 })
    await window
      .variable(/^discount =\s*4$/)
      .locator('.value.changed')
      .waitFor()
    await window.picture('changed-value')
    await agent.tools.debug_disconnect({ session_id, terminate: true })
    await window.ended()
    await window.clear()
  })

  test('two windows and an agent step a hundred times in turn, and agree on line and value after each', async (context) => {
    const { agent, window, server, folder } = await withAgent(context)
    const file = join(folder, 'count.py')
    writeFileSync(file, COUNT)
    const { session_id } = await agent.tools.debug_launch({ program: file, breakpoints: [{ file, line: 4 }] })
    const { breakpoints } = await agent.tools.breakpoint_list({ session_id })
    await agent.tools.breakpoint_remove({ session_id, id: must(breakpoints[0]).id })
    const second = await window.another(server.url(folder))
    const windows = [window, second]
    for (const one of windows) {
      await one.join(session_id)
      await one.stopped('count.py', 4)
    }
    const { clients } = await agent.tools.debug_state({ session_id })
    expect(clients.map(({ name }) => name).sort()).toEqual(['agent-1', 'code-server – shop', 'code-server – shop (2)'])
    let { stop_id } = await agent.tools.debug_state({ session_id })
    const movers = [
      () => agent.tools.debug_step({ session_id, action: 'over' }),
      ...windows.map((one) => () => one.press('F10')),
    ]
    for (let step = 0; step < 100; step += 1) {
      await must(movers[step % 3])()
      const stop = await agent.tools.wait_for_stop({ session_id, since_stop_id: stop_id })
      stop_id = must(stop.stop_id)
      const n = must(stop.values?.find(({ name }) => name === 'n')).value
      for (const one of windows) {
        await one.stopped('count.py', stop.location?.line)
        await one.variable(new RegExp(`^n =\\s*${n}$`)).waitFor()
      }
    }
    for (const one of windows) await one.row('.repl', '[agent-1] stepped over').waitFor()
    await second.picture('second-window')
    await agent.tools.debug_disconnect({ session_id, terminate: true })
    await Promise.all(windows.map((one) => one.ended()))
    await second.page.close()
  })
})
