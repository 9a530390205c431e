// Before the real tests, also of one file: builds the C# helpers, so that no test waits for a build, and none reads a program's
// values before and after it. What a first launch does meanwhile has tests of its own (`helper-build`). With a full cache this
// takes half a second.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { has as onPath } from './prepare.mjs'

const shim = fileURLToPath(new URL('../adapters/netcoredbg/dist/main.js', import.meta.url))

export default async function setup() {
  if (!onPath('dotnet') || !existsSync(shim)) return
  const projects = ['Inspector', 'ExpressionCompiler']
  const builds = projects.map((project) => spawn(process.execPath, [shim, '--build', project], { stdio: 'inherit' }))
  await Promise.all(builds.map((build) => once(build, 'exit')))
}
