// Puts the real VS Code workbench into the user's cache folder and writes one line of JSON: `{"server": path}`, or
// `{"reason": text}` where it cannot be had. It is the package `code-server`: 292 MB on disk, fetched once, in 8 s here.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** VS Code 1.100.3, the last that runs on Node 20. */
const VERSION = '4.100.3'
const VSCODE = 'node_modules/code-server/lib/vscode'

const { DAPPLEX_CACHE, XDG_CACHE_HOME } = process.env
const cache = DAPPLEX_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'dapplex')
const final = join(cache, `code-server-${VERSION}`)
const server = join(final, VSCODE, 'out/server-main.js')

console.log(JSON.stringify(existsSync(server) ? { server } : fetched()))

/** Into a folder of its own that gets its name at the end: who comes in between finds nothing or all of it. */
function fetched() {
  mkdirSync(dirname(final), { recursive: true })
  const folder = mkdtempSync(`${final}-`)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const vscode = join(folder, VSCODE)
  const problem =
    npm(folder, ['install', `code-server@${VERSION}`]) ?? npm(vscode, ['install', '--omit=dev']) ?? undefined
  if (problem === undefined) {
    symlinkSync('node_modules', join(vscode, 'node_modules.asar'))
    try {
      renameSync(folder, final)
    } catch {
      // Another was first.
    }
  }
  rmSync(folder, { recursive: true, force: true })
  if (existsSync(server)) return { server }
  return { reason: `the package code-server ${VERSION} cannot be fetched with npm: ${problem ?? 'no server in it'}` }
}

function npm(cwd, [command, ...args]) {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', [command, ...options, ...args], { cwd, encoding: 'utf8' })
  return status === 0 ? undefined : (stderr ?? 'npm is not on PATH').trim().split('\n')[0]
}
