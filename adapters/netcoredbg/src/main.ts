import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { childProcessPort, ownStdioPort } from '@dapplex/transport'
import {
  BUILD_APART_COMMAND,
  BUILD_COMMAND,
  buildProjectApart,
  buildProjectHere,
  projects,
  type ProjectName,
} from './in-adapter/csharp/built-project.js'
import { interruptReads, threadStates } from './in-adapter/debuggee/interrupt-reads.js'
import { EscapedBytes } from './in-adapter/debuggee/raw-bytes.js'
import { Shim } from './in-adapter/shim.js'

const [command, ...rest] = process.argv.slice(2)
if (command === BUILD_COMMAND || command === BUILD_APART_COMMAND) {
  // Ended before anything else starts: this process only builds.
  await buildNamed(rest[0] ?? '', command === BUILD_COMMAND ? buildProjectHere : buildProjectApart)
  process.exit(0)
}
if (command === undefined) {
  process.stderr.write(
    'usage: main.js NETCOREDBG [ARGUMENTS]: speaks DAP on the standard streams and starts NETCOREDBG behind it\n',
  )
  process.exit(2)
}
const args = rest.length > 0 ? rest : ['--interpreter=vscode']
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
child.on('error', (error) => {
  process.stderr.write(`${command} could not be started: ${error.message}\n`)
  process.exit(1)
})
const client = ownStdioPort()
let isWaking = false
const wake = () => {
  const { pid } = child
  if (process.platform === 'win32' || isWaking || pid === undefined) return
  isWaking = true
  void interruptReads({ signal: (name) => child.kill(name), states: () => threadStates(pid) }).finally(
    () => (isWaking = false),
  )
}
/** dncdbg crashes on the other forms or refuses them (measured, 1.1.0). */
const takes = (call: string) => !/dncdbg/.test(basename(command)) || /^Dapplex\.Inspector\.(AnyOf|BoxFor)/.test(call)
// A byte that is no UTF-8 must not be lost before the shim has joined the output.
const stdout = child.stdout.pipe(new EscapedBytes())
const adapter = childProcessPort({ pid: child.pid, stdin: child.stdin, stdout }, { name: basename(command) })
const shim = new Shim(client, { adapter, env: process.env, wake, takes })

/** In ms. How long netcoredbg may take to release the program after the client has gone. */
const CLOSE_MS = 5000
/** In ms. Its output ends when it exits: for so long its exit code is waited for. */
const EXIT_MS = 1000

let isClosing = false
function close(code: number): void {
  if (isClosing) return
  isClosing = true
  const force = setTimeout(() => {
    child.kill('SIGKILL')
    process.exit(code)
  }, CLOSE_MS)
  force.unref()
  void shim.close().then(() => {
    child.stdin.end()
    if (child.exitCode !== null || child.signalCode !== null) process.exit(code)
    child.once('exit', () => process.exit(code))
  })
}

/** Nothing more comes from netcoredbg: the client hears at once that the connection has ended. */
function ended(code: number): void {
  client.close()
  close(code)
}

client.onClose(() => close(0))
child.once('exit', (code, signal) => ended(signal === null ? (code ?? 0) : 1))
// It may live on: what broke its connection is told, and it is ended.
adapter.onClose((reason) => {
  if (reason.kind === 'failed') process.stderr.write(`${reason.error.message}\n`)
  setTimeout(() => ended(1), reason.kind === 'failed' ? 0 : EXIT_MS)
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => close(0))

async function buildNamed(name: string, build: typeof buildProjectHere): Promise<void> {
  const known = (Object.keys(projects) as ProjectName[]).find((one) => one === name)
  if (known !== undefined) await build(known, process.env)
}
