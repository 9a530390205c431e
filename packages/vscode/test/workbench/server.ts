import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readJson, z } from '@dapplex/testkit'

const run = promisify(execFile)
const EXTENSION = fileURLToPath(new URL('../../', import.meta.url))
const COMMAND = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
const FILES = ['package.json', 'dist/extension.cjs', 'dist/browser.js', 'media', 'language-configuration.json']

const daemonPid = z.object({ pid: z.int() })
const ownManifest = z.looseObject({ contributes: z.looseObject({}) })

const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'editor.minimap.enabled': false,
  'debug.inlineValues': 'off',
  'debug.onTaskErrors': 'debugAnyway',
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'extensions.ignoreRecommendations': true,
  'window.autoDetectColorScheme': true,
}

/** The server of a workbench with fresh folders, with the extension, which knows where `dapplex` is. */
export interface Server {
  /** Address of the workbench with a folder open. */
  url(folder: string): string
  /** A folder for the files of the tests. */
  readonly scratch: string
  /** State folder of the daemon that the extension starts. */
  readonly home: string
  /** Runs the command. Gives what it prints. */
  dapplex(...args: readonly string[]): Promise<string>
  /** Stops the daemon's process while something is done (SIGSTOP): nobody gets an answer from it. */
  daemonAsleep(meanwhile: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export interface ServerOptions {
  readonly settings?: Readonly<Record<string, unknown>>
  /** Types that no extension of this server brings: each gets an extension with nothing but the name. */
  readonly types?: readonly string[]
  /** A packed extension that is installed as a person does it. Otherwise the files of this package are copied. */
  readonly vsix?: string
  /** What package.json has beside its own: `contributes`, or proposals of VS Code's API, which then all extensions may use. */
  readonly manifest?: { readonly contributes?: object; readonly enabledApiProposals?: readonly string[] }
  /** `asked`: a folder is trusted only when the person says so. Otherwise every folder is. */
  readonly trust?: 'asked'
}

export async function startServer(main: string, options: ServerOptions = {}): Promise<Server> {
  const { settings = {}, types = [], trust, manifest, vsix } = options
  const root = mkdtempSync(join(tmpdir(), 'dapplex-vscode-'))
  const at = (name: string) => join(root, name)
  for (const name of ['bin', 'home', 'scratch']) mkdirSync(at(name))
  // The server gives extensions the PATH of a login shell, where a debugger may not be.
  const path = process.env['PATH'] ?? ''
  write(at('bin'), 'dapplex', `#!/bin/sh\nPATH='${path}' exec '${process.execPath}' '${COMMAND}' "$@"\n`)
  chmodSync(join(at('bin'), 'dapplex'), 0o755)
  if (vsix === undefined) copyExtension(join(at('extensions'), 'dapplex'), manifest)
  for (const type of types) write(join(at('extensions'), `type-${type}`), 'package.json', JSON.stringify(naming(type)))
  // Some settings are read from the machine's file only, the others from the user's.
  const trusts = { 'security.workspace.trust.enabled': trust === 'asked' }
  const text = JSON.stringify({ ...SETTINGS, ...trusts, 'dapplex.path': join(at('bin'), 'dapplex'), ...settings })
  for (const level of ['User', 'Machine']) write(join(at('data'), level), 'settings.json', text)
  const env = { ...process.env, DAPPLEX_HOME: at('home') }
  const flags = ['--without-connection-token', '--accept-server-license-terms']
  if (trust === undefined) flags.push('--disable-workspace-trust')
  const folders = ['--user-data-dir', at('data'), '--server-data-dir', at('data'), '--extensions-dir', at('extensions')]
  if (vsix !== undefined)
    await run(process.execPath, [main, ...flags, ...folders, '--install-extension', vsix], { env, cwd: root })
  const where = ['--host', '127.0.0.1', '--port', '0', '--telemetry-level', 'off']
  const child = spawn(process.execPath, [main, ...where, ...flags, ...folders], {
    env,
    // On stderr it says at length which optional modules it has not.
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: root,
  })
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server of the workbench ended with ${String(code)}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = /listening on (\d+)/.exec(line)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
  })
  const isProposed = manifest?.enabledApiProposals !== undefined
  const proposals = isProposed ? `&payload=${encodeURIComponent('[["enableProposedApi",""]]')}` : ''
  const dapplex = async (...args: readonly string[]) => (await run(join(at('bin'), 'dapplex'), args, { env })).stdout
  return {
    dapplex,
    url: (folder) => `${origin}/?folder=${encodeURIComponent(folder)}${proposals}`,
    scratch: at('scratch'),
    home: at('home'),
    daemonAsleep: async (meanwhile) => {
      const { pid } = readJson(daemonPid, join(at('home'), 'daemon.json'))
      process.kill(pid, 'SIGSTOP')
      await meanwhile().finally(() => process.kill(pid, 'SIGCONT'))
    },
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill()
      await gone
      if (existsSync(join(at('home'), 'daemon.json'))) await dapplex('daemon', 'stop')
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function copyExtension(to: string, manifest: ServerOptions['manifest']): void {
  for (const file of FILES) cpSync(join(EXTENSION, file), join(to, file), { recursive: true })
  if (manifest === undefined) return
  const own = readJson(ownManifest, join(to, 'package.json'))
  const contributes = { ...own.contributes, ...manifest.contributes }
  write(to, 'package.json', JSON.stringify({ ...own, ...manifest, contributes }))
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
}

const naming = (type: string) => ({
  name: `type-${type}`,
  publisher: 'tests',
  version: '1.0.0',
  engines: { vscode: '^1.90.0' },
  contributes: { debuggers: [{ type, label: type }] },
})
