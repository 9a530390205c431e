import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findNeeds } from '../workbench/needs.js'
import { fillFolder } from '../workbench/programs.js'
import { startServer, type ServerOptions } from '../workbench/server.js'
import { startBrowser, Workbench } from '../workbench/workbench.js'

const needs = await findNeeds()
const own = [{ file: 'hello.js', text: "console.log('hello')\n" }]
/** VS Code checks the schemas of tools against this one, and would fetch it. */
const KNOWN_SCHEMA = {
  url: 'https://json-schema.org/draft-07/schema',
  schema: { $ref: 'http://json-schema.org/draft-07/schema#' },
}

describe('what the surroundings allow, in the real workbench of VS Code', () => {
  const ends: (() => Promise<void>)[] = []
  let shown: Workbench | undefined
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await shown?.picture(`failed-${task.name.slice(0, 20)}`)
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function opened(
    { server: main, chromium }: Extract<typeof needs, { kind: 'present' }>,
    options: ServerOptions,
  ) {
    const server = await startServer(main, options)
    ends.push(() => server.stop())
    const folder = join(server.scratch, 'shop')
    await fillFolder(folder, [], { own })
    const browser = await startBrowser(chromium)
    ends.push(() => browser.close())
    const window = await Workbench.bare(browser, server.url(folder))
    shown = window
    return { server, window }
  }

  test('in a workspace that is not trusted nothing starts and no view is there; with trust the view comes', async (context) => {
    if (needs.kind === 'absent') return context.skip(needs.reason)
    const { server, window } = await opened(needs, { trust: 'asked' })
    await window.answer('Do you trust the authors', "No, I don't trust the authors")
    await window.status('Restricted Mode').waitFor()
    await window.runAndDebug()
    await window.pane('Dapplex Sessions').waitFor({ state: 'detached' })
    expect(existsSync(join(server.home, 'daemon.json'))).toBe(false)
    await window.picture('not-trusted')
    await window.status('Restricted Mode').click()
    await window.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click()
    await window.pane('Dapplex Sessions').waitFor()
  })

  test('where the command is missing the view says how to get it, and F5 names the setting', async (context) => {
    if (needs.kind === 'absent') return context.skip(needs.reason)
    const { window } = await opened(needs, { settings: { 'dapplex.path': '/nowhere/dapplex' } })
    await window.debugging()
    await window.sessions('open')
    await window.welcome('npm install -g dapplex').waitFor()
    await window.picture('no-command')
    await window.start('hello.js')
    await window.dialog('The setting dapplex.path names /nowhere/dapplex').waitFor()
    await window.picture('no-command-F5')
    await window.answer('The setting dapplex.path names /nowhere/dapplex', 'Open Settings')
    await window.page.locator('.settings-editor').waitFor()
  })

  test('in a host without a machine the view, F5 and each command say that it cannot debug', async (context) => {
    if (needs.kind === 'absent') return context.skip(needs.reason)
    const settings = { 'remote.extensionKind': { 'dapplex.dapplex-vscode': ['web'] } }
    const { server, window } = await opened(needs, { settings })
    await window.debugging()
    await window.sessions('open')
    await window.welcome('Dapplex cannot debug here').waitFor()
    await window.picture('no-machine')
    await window.start('hello.js')
    await window.notification('Dapplex cannot debug here').waitFor()
    await window.command('Notifications: Clear All Notifications')
    await window.command('Dapplex: Start the Daemon')
    await window.notification('Dapplex cannot debug here').waitFor()
    expect(existsSync(join(server.home, 'daemon.json'))).toBe(false)
  })

  // VS Code 1.100 has this function for proposals only, with the older name of the contribution; since 1.101 it is for all.
  test('the agents of the editor find the daemon as an MCP server, which starts', async (context) => {
    if (needs.kind === 'absent') return context.skip(needs.reason)
    const { server, window } = await opened(needs, {
      settings: { 'json.schemas': [KNOWN_SCHEMA] },
      manifest: {
        enabledApiProposals: ['mcpConfigurationProvider'],
        contributes: { modelContextServerCollections: [{ id: 'dapplex', label: 'Dapplex' }] },
      },
    })
    await window.debugging()
    await window.command('MCP: List Servers')
    await window.pick('Dapplex')
    await window.pick('Start Server')
    await window.output(/Discovered\s\d+\stools/).waitFor()
    await window.picture('mcp-server')
    expect(existsSync(join(server.home, 'daemon.json'))).toBe(true)
  })
})
