import { dirname } from 'node:path'
import { buildC, buildDotnet, buildGo, missing, must, openSession, type ProgramName } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ScratchFolder } from './support/scratch-folder.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const scratch = new ScratchFolder('signals')
let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(async () => {
  await host.stop()
  scratch.remove()
})

const write = (name: string, text: string) => scratch.write(name, text)

/** Each program sends itself the signal of its first argument, or ends with the exit code of it. */
interface Case {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly program: () => Promise<string>
  readonly args?: Readonly<Record<string, unknown>>
  /** What `exited` tells after SIGKILL, and after an exit code that looks like it. */
  readonly killed: object
  readonly looksKilled: { readonly exitCode: number }
}

const python = () =>
  Promise.resolve(
    write(
      'ends.py',
      'import os, sys\nif sys.argv[1] == "KILL":\n    os.kill(os.getpid(), 9)\nsys.exit(int(sys.argv[1]))\n',
    ),
  )
const node = () =>
  Promise.resolve(
    write(
      'ends.cjs',
      'const [, , how] = process.argv\nif (how === "KILL") process.kill(process.pid, 9)\nelse process.exit(Number(how))\n',
    ),
  )
const go = () => {
  write('go/go.mod', 'module ends\n\ngo 1.19\n')
  const main =
    'package main\n\nimport (\n\t"os"\n\t"strconv"\n\t"syscall"\n)\n\nfunc main() {\n\tif os.Args[1] == "KILL" {\n' +
    '\t\tsyscall.Kill(os.Getpid(), syscall.SIGKILL)\n\t\tselect {}\n\t}\n\tcode, _ := strconv.Atoi(os.Args[1])\n\tos.Exit(code)\n}\n'
  return buildGo(dirname(write('go/main.go', main)))
}
const c = () =>
  buildC(
    write(
      'ends.c',
      '#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(int argc, char **argv) {\n' +
        "  if (argv[1][0] == 'K') kill(getpid(), SIGKILL);\n  return atoi(argv[1]);\n}\n",
    ),
  )
const dotnet = () => {
  const project =
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>'
  write(
    'dotnet/Ends.cs',
    'if (args[0] == "KILL") System.Diagnostics.Process.GetCurrentProcess().Kill();\nreturn int.Parse(args[0]);\n',
  )
  return buildDotnet(write('dotnet/ends.csproj', project))
}
const lisp = () =>
  Promise.resolve(
    write(
      'ends.lisp',
      '(let ((how (second sb-ext:*posix-argv*)))\n  (if (equal how "KILL")\n      (sb-unix:unix-kill (sb-unix:unix-getpid) 9)\n' +
        '      (sb-ext:exit :code (parse-integer how) :abort t)))\n',
    ),
  )

const signal = 'SIGKILL'
const CASES: readonly Case[] = [
  {
    adapter: 'debugpy',
    needs: ['debugpy'],
    program: python,
    // The signal is told by a main thread that has not ended, so that debugpy must have told of the thread before.
    args: { console: 'internalConsole', stopOnEntry: true },
    killed: { exitCode: 247, signal },
    looksKilled: { exitCode: 247 },
  },
  {
    adapter: 'delve',
    needs: ['delve', 'go'],
    program: go,
    args: { mode: 'exec' },
    killed: { exitCode: -9, signal },
    looksKilled: { exitCode: 137 },
  },
  // Version 14 gives the number of the signal as the exit code; its console shows no difference either.
  { adapter: 'lldb', needs: ['lldb', 'cc'], program: c, killed: { exitCode: 9 }, looksKilled: { exitCode: 9 } },
  { adapter: 'node', needs: [], program: node, killed: { exitCode: 137, signal }, looksKilled: { exitCode: 137 } },
  {
    adapter: 'swank',
    needs: ['sbcl'],
    program: lisp,
    killed: { exitCode: 137, signal },
    looksKilled: { exitCode: 137 },
  },
  // Version 3.1 gives 1 after any signal; on a busy machine it may miss such an end, which is told in words.
  {
    adapter: 'netcoredbg',
    needs: ['netcoredbg', 'dotnet'],
    program: dotnet,
    killed: { exitCode: 1 },
    looksKilled: { exitCode: 137 },
  },
]

describe.each(CASES)('how a program ended: $adapter', ({ adapter, needs, program, args, killed, looksKilled }) => {
  const why = missing(...needs)
  let path = ''
  beforeAll(async () => {
    if (why === undefined) path = await program()
  })

  async function exitedOf(how: string): Promise<unknown> {
    const editor = await host.dapOverSocket()
    await openSession(editor, {
      request: 'launch',
      arguments: { type: adapter, program: path, args: [how], ...args },
      initialize: { supportsRunInTerminalRequest: false },
      exceptionFilters: [],
    })
    if (args?.['stopOnEntry'] === true) {
      const { body } = await editor.waitForEvent('stopped')
      await editor.expectSuccess('continue', { threadId: must(body.threadId) })
    }
    await editor.waitForEvent('terminated')
    const [exited] = editor.events('exited')
    const isMissed = editor.events('output').some(({ body }) => body.output.includes('has not noticed it'))
    await editor.close()
    return isMissed ? 'missed' : exited?.body
  }

  test('mux 15: by a signal', async ({ skip }) => {
    skip(why !== undefined, why)
    expect(adapter === 'netcoredbg' ? [killed, 'missed'] : [killed]).toContainEqual(await exitedOf('KILL'))
  })

  test('mux 15: by an exit code that a signal could have made', async ({ skip }) => {
    skip(why !== undefined, why)
    expect(await exitedOf(String(looksKilled.exitCode))).toEqual(looksKilled)
  })
})
