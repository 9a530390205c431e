import { netcoredbgAdapter } from '@dapplex/adapter-netcoredbg'
import { buildC, buildDotnet, missing, type ProgramName } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { ScratchFolder } from './support/scratch-folder.js'
import { genericAdapter } from './support/test-daemon.js'

const scratch = new ScratchFolder('stdin')
afterAll(() => scratch.remove())
const { agent } = await daemonWithAgent({
  modules: [...['debugpy', 'delve', 'lldb'].map(genericAdapter), netcoredbgAdapter],
})
beforeAll(async () => {
  await agent.call('events_subscribe')
})

const write = (name: string, text: string) => scratch.write(name, text)

/** Each program echoes the lines that it reads and tells the end of its input. */
interface Case {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly program: () => Promise<string>
}
const CASES: readonly Case[] = [
  {
    adapter: 'debugpy',
    needs: ['debugpy'],
    program: () =>
      Promise.resolve(
        write('echo.py', 'import sys\nfor line in sys.stdin:\n    print("got", line, end="")\nprint("end")\n'),
      ),
  },
  {
    adapter: 'delve',
    needs: ['delve', 'go'],
    program: () =>
      Promise.resolve(
        write(
          'echo.go',
          'package main\n\nimport (\n\t"bufio"\n\t"fmt"\n\t"os"\n)\n\nfunc main() {\n\tlines := bufio.NewScanner(os.Stdin)\n' +
            '\tfor lines.Scan() {\n\t\tfmt.Println("got", lines.Text())\n\t}\n\tfmt.Println("end")\n}\n',
        ),
      ),
  },
  {
    adapter: 'lldb',
    needs: ['lldb', 'cc'],
    program: () =>
      buildC(
        write(
          'echo.c',
          '#include <stdio.h>\nint main(void) {\n  char line[100];\n  setvbuf(stdout, 0, _IOLBF, 0);\n' +
            '  while (fgets(line, sizeof line, stdin)) printf("got %s", line);\n  printf("end\\n");\n}\n',
        ),
      ),
  },
  {
    adapter: 'netcoredbg',
    needs: ['netcoredbg', 'dotnet'],
    program: () => {
      write(
        'Echo.cs',
        'while (System.Console.ReadLine() is string line) System.Console.WriteLine("got " + line);\n' +
          'System.Console.WriteLine("end");\n',
      )
      return buildDotnet(
        write(
          'echo.csproj',
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>' +
            '<TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>\n',
        ),
      )
    },
  },
]

type Notification = {
  readonly params?: { readonly session_id?: string; readonly type?: string; readonly text?: string }
}

describe.each(CASES)('the standard input of a program: $adapter', ({ adapter, needs, program }) => {
  const why = missing(...needs)

  test(
    'input_send gives a line, and eof ends it; each line of output comes once',
    { timeout: 240_000 },
    async (context) => {
      context.skip(why !== undefined, why)
      const { session_id } = await agent.call('debug_launch', {
        program: await program(),
        adapter,
        timeout_ms: 60_000,
        wait_ms: 0,
      })
      let said = ''
      const until = (text: string) =>
        agent.next((message: Notification) => {
          if (message.params?.session_id !== session_id || message.params.type !== 'output') return false
          said += message.params.text ?? ''
          return said.includes(text)
        })
      await agent.call('input_send', { session_id, text: 'ada\n' })
      await until('got ada')
      await agent.call('input_send', { session_id, text: 'grü', eof: false })
      await agent.call('input_send', { session_id, text: 'ße\n', eof: true })
      await agent.next(({ params }: Notification) => params?.session_id === session_id && params.type === 'ended')
      const { output } = await agent.call('output_get', { session_id })
      const text = output.map((piece) => piece.text).join('')
      for (const line of ['got ada', 'got grüße', 'end']) expect([line, text.split(line).length - 1]).toEqual([line, 1])
    },
  )
})
