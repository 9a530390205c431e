import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { must, readJson, z } from '@dapplex/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { agentOf } from '../workbench/agent.js'
import { PYTHON } from '../workbench/programs.js'
import { openedShop } from '../workbench/shop.js'

const run = promisify(execFile)
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'dapplex-vsix-'))
const vsix = join(folder, 'dapplex.vsix')

const npm = (...args: readonly string[]) => run('npm', ['--silent', ...args], { cwd: PACKAGE })
const vsce = (...args: readonly string[]) => npm('exec', '--yes', '--', '@vscode/vsce@3.9.2', ...args)

/** Packs the extension. Gives what vsce says, or why there is no vsce. */
async function pack(): Promise<{ readonly said: string } | { readonly reason: string }> {
  try {
    await vsce('--version')
  } catch {
    return { reason: 'npm cannot fetch the package @vscode/vsce' }
  }
  const { stdout, stderr } = await npm('run', 'package', '--', '--out', vsix)
  return { said: stdout + stderr }
}

const packed = await pack()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILES = [
  'LICENSE',
  'README.md',
  'dist/browser.js',
  'dist/extension.cjs',
  'language-configuration.json',
  'media/dapplex.svg',
  'media/foreign-breakpoint.svg',
  'media/pictures/agent-stopped-dark.png',
  'media/pictures/agent-stopped.png',
  'media/pictures/sessions-dark.png',
  'media/pictures/sessions.png',
  'package.json',
]

describe('the packed extension', () => {
  const opened = openedShop({ languages: [PYTHON], needed: [PYTHON], ...('reason' in packed ? {} : { vsix }) })
  const absent = 'reason' in packed ? packed.reason : undefined

  test('is packed without a warning, and holds these files and nothing else', async (context) => {
    if ('reason' in packed) return context.skip(packed.reason)
    expect(packed.said).not.toMatch(/warn/i)
    const { stdout } = await vsce('ls', '--no-dependencies')
    expect(stdout.trim().split('\n').sort()).toEqual([...FILES].sort())
  })

  test('needs no other package when it runs', () => {
    expect(readJson(z.looseObject({}), join(PACKAGE, 'package.json'))).not.toHaveProperty('dependencies')
  })

  test('is installed, and leads from the stop of an agent to a step of the person by what the screen offers', async (context) => {
    const { server, window, programs } = opened(context, absent)
    const { file, name, body } = must(programs[0])
    await server.dapplex('daemon', 'start')
    const { agent } = await agentOf(server.home)
    const { session_id } = await agent.tools.debug_launch({ program: file, breakpoints: [{ file, line: body }] })
    await window.respond(`${name} has stopped`, 'Show Me')
    await window.stopped(name, body)
    const { stop_id } = await agent.tools.debug_state({ session_id })
    await window.page.locator('.debug-toolbar .codicon-debug-step-over').click()
    await window.stopped(name, body + 1)
    expect(await agent.tools.wait_for_stop({ session_id, since_stop_id: stop_id })).toMatchObject({
      reason: 'step',
      location: { line: body + 1 },
    })
    await window.picture('first-step')
    await agent.tools.debug_disconnect({ session_id, terminate: true })
    await window.ended()
    agent.close()
  })

  test('is active sooner than Git and GitHub, which VS Code brings: 57 ms of 215 ms where this was measured', async (context) => {
    const { window } = opened(context, absent)
    const times = await window.activations()
    expect(must(times.get('Dapplex'))).toBeLessThan(must(times.get('Git')) + must(times.get('GitHub')))
  })
})
