#!/usr/bin/env node
// npm links this file when it installs the workspace, before anything is built. In a checkout it builds dapplex once.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const main = new URL('../dist/main.js', import.meta.url)
if (!existsSync(main)) build()
await import(main.href)

function build() {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  process.stderr.write('dapplex is not built yet; building it once …\n')
  const compiler = findCompiler()
  if (compiler === undefined) fail(`dapplex cannot be built here: run \`npm ci\` in ${root} first`)
  // The compiler writes to standard error: standard output belongs to the command.
  const { status } = spawnSync(process.execPath, [compiler, '-b'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) fail(`the build failed: run \`npm run build\` in ${root}`)
  // Without the bundles everything works, and starts more slowly.
  spawnSync(process.execPath, [`${root}scripts/bundle.mjs`], { cwd: root, stdio: ['ignore', 2, 2] })
}

function findCompiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc')
  } catch {
    return undefined
  }
}

function fail(message) {
  process.stderr.write(`error: ${message}\n`)
  process.exit(1)
}
