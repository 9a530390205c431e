import { join } from 'node:path'
import { must } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { agentOf } from '../workbench/agent.js'
import { PYTHON } from '../workbench/programs.js'
import { openedShop } from '../workbench/shop.js'

const stale = (name: string, dapplexSession: string) => ({ type: 'dapplex', request: 'attach', name, dapplexSession })

describe('the daemon and its window in the real workbench of VS Code', () => {
  const types = ['debugpy']
  const opened = openedShop({
    languages: [PYTHON],
    needed: [PYTHON],
    others: [stale('Session of yesterday', 's1'), stale('Session that has ended', 's2')],
    types,
    settings: { 'dapplex.share': types },
  })

  test('the daemon is restarted under an open editor: the console says why the session ends and what to do, and the next F5 works', async (context) => {
    const { server, window, programs } = opened(context)
    const { file, name, body } = must(programs[0])
    await window.sessions('open')
    await window.welcome('The dapplex daemon does not run.').waitFor()
    await window.picture('no-daemon')
    await window.sessions('closed')
    await window.openFile(file, body)
    await window.breakpoint(body)
    await window.start('Python')
    await window.stopped(name, body)
    await server.dapplex('daemon', 'stop')
    await window.row('.repl', 'the session ends: the daemon was stopped').waitFor()
    await window.row('.repl', 'To go on, start debugging again (in VS Code: F5)').waitFor()
    await window.ended()
    await window.picture('daemon-ended')
    await window.press('F5')
    await window.stopped(name, body)
    await window.press('Shift+F5')
    await window.ended()
    await window.sessions('open')
    await window.session(/s2 · ended by you/).waitFor()
    await window.picture('ended-by-you')
    await window.sessions('closed')
    await window.clear()
  })

  test('a configuration that names an old session joins no stranger: it says what became of that, and what can be done', async (context) => {
    const { server, window, programs } = opened(context)
    const { file, name, body } = must(programs[0])
    const { agent } = await agentOf(server.home)
    const { session_id } = await agent.tools.debug_launch({ program: file, breakpoints: [{ file, line: body }] })
    expect(session_id).not.toBe('s1')
    const names = async () => {
      const { clients, state } = await agent.tools.debug_state({ session_id })
      return { state, clients: clients.map((one) => one.name) }
    }
    await window.start('Session of yesterday')
    await window.dialog('There is no debug session s1 any more').waitFor()
    await window.picture('stale-session')
    await window.answer('There is no debug session s1 any more', 'Cancel')
    expect(await names()).toEqual({ state: 'stopped', clients: ['agent-1'] })
    await window.start('Session of yesterday')
    await window.answer('There is no debug session s1 any more', 'Join Another Session')
    await window.pick(`${session_id},`)
    await window.stopped(name, body)
    expect(await names()).toEqual({ state: 'stopped', clients: ['agent-1', 'code-server – shop'] })
    await agent.tools.debug_disconnect({ session_id, terminate: true })
    await window.ended()
    await window.sessions('open')
    await window.session(new RegExp(`${session_id} · ended by agent-1`)).waitFor()
    await window.sessions('closed')
    agent.close()
    await window.start('Session that has ended')
    await window.answer('orders.py (s2) has ended', 'Open the Recording')
    await window.stopped(name, body)
    await window.press('Shift+F5')
    await window.ended()
  })

  test('a recording opens from the Explorer, steps from stop to stop in both directions, and shows the values', async (context) => {
    const { server, window, folder, programs } = opened(context)
    await server.dapplex('daemon', 'start')
    const { file, name, body } = must(programs[0])
    const { agent } = await agentOf(server.home)
    const { session_id } = await agent.tools.debug_launch({ program: file, breakpoints: [{ file, line: body }] })
    await agent.tools.debug_continue({ session_id, wait: true })
    await agent.tools.debug_continue({ session_id, wait: true })
    await agent.tools.session_export({ session_id, file: join(folder, 'three-orders.recording') })
    await agent.tools.debug_disconnect({ session_id, terminate: true })
    agent.close()
    await window.openFromExplorer('three-orders.recording')
    await window.stopped(name, body)
    await window.variable(/^index =\s*0$/).waitFor()
    await window.press('F5')
    await window.variable(/^index =\s*1$/).waitFor()
    await window.press('F5')
    await window.variable(/^index =\s*2$/).waitFor()
    await window.page.locator('.debug-toolbar .codicon-debug-step-back').click()
    await window.variable(/^index =\s*1$/).waitFor()
    await window.variable(/^label =\s*'order 1'$/).waitFor()
    await window.picture('recording')
    await window.press('Shift+F5')
    await window.ended()
  })

  test("an agent's request for an investigation is answered in the editor", async (context) => {
    const { server, window } = opened(context)
    await server.dapplex('daemon', 'start')
    const token = await server.dapplex('token', 'add', 'helper', '--role', 'operator')
    const { agent } = await agentOf(server.home, { name: 'helper-1', token: token.trim() })
    await agent.tools.workflow_enter({ name: 'totals' })
    for (const [name, button, status] of [
      ['reproduce', 'Accept', 'started'],
      ['guess', 'Decline', 'rejected'],
    ] as const) {
      const request = { name, description: 'does it fail alone?', idempotencyKey: name }
      await agent.tools.request_spawn_workflow(request)
      const { version } = await agent.tools.workflow_tree()
      await window.notification(`“${name}”`).waitFor()
      await window.picture(`request-${name}`)
      await window.respond(`“${name}”`, button)
      await agent.tools.workflow_tree({ sinceVersion: version, timeoutMs: 90_000 })
      expect(await agent.tools.request_spawn_workflow(request)).toMatchObject({ status })
    }
    agent.close()
  })
})
