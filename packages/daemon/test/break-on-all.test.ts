import { dirname } from 'node:path'
import { buildDotnet, buildGo, markerLine, missing, type ProgramName } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { ScratchFolder } from './support/scratch-folder.js'

const scratch = new ScratchFolder('break-on-all')
afterAll(() => scratch.remove())
const { agent } = await daemonWithAgent()

/** A program that throws in one function, catches that in another, says so and ends well. */
interface Row {
  readonly language: string
  readonly needs: readonly ProgramName[]
  readonly source: () => string
  readonly build?: (source: string) => Promise<string>
  /** Undefined where the adapter cannot stop for what the program catches (docs/languages.md). */
  readonly type: string | undefined
}

const project =
  '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>'

const ROWS: readonly Row[] = [
  {
    language: 'Python',
    needs: ['debugpy'],
    source: () =>
      scratch.write(
        'catches.py',
        'def price(name):\n    raise KeyError(name)  # THROW\n\ntry:\n    price("plum")\nexcept KeyError:\n    print("caught")\n',
      ),
    type: 'KeyError',
  },
  {
    language: 'JavaScript',
    needs: [],
    source: () =>
      scratch.write(
        'catches.cjs',
        "function price(name) {\n  throw new RangeError(name) // THROW\n}\n\ntry {\n  price('plum')\n} catch {\n  console.log('caught')\n}\n",
      ),
    type: 'RangeError',
  },
  {
    language: 'Common Lisp',
    needs: ['sbcl'],
    source: () =>
      scratch.write(
        'catches.lisp',
        '(define-condition no-price (error) ())\n(defun price ()\n  (error (quote no-price))) ; THROW\n(handler-case (price)\n  (no-price () (format t "caught~%")))\n',
      ),
    type: 'no-price',
  },
  {
    language: 'C#',
    needs: ['netcoredbg', 'dotnet'],
    source: () =>
      scratch.write(
        'dotnet/Catches.cs',
        'using System;\n\ntry { Prices.Of("plum"); }\ncatch (ArgumentException) { Console.WriteLine("caught"); }\n\n' +
          'static class Prices\n{\n    public static int Of(string name) => throw new ArgumentException(name); // THROW\n}\n',
      ),
    build: () => buildDotnet(scratch.write('dotnet/catches.csproj', project)),
    type: 'ArgumentException',
  },
  {
    language: 'Go',
    needs: ['delve', 'go'],
    source: () => {
      scratch.write('go/go.mod', 'module catches\n\ngo 1.19\n')
      return scratch.write(
        'go/main.go',
        'package main\n\nimport "fmt"\n\nfunc price(name string) {\n\tpanic(name) // THROW\n}\n\nfunc main() {\n' +
          '\tdefer func() { fmt.Println("caught", recover()) }()\n\tprice("plum")\n}\n',
      )
    },
    build: (source) => buildGo(dirname(source)),
    type: undefined,
  },
]

describe.each(ROWS)('exceptions that the program catches: $language', ({ needs, source, build, type }) => {
  const why = missing(...needs)
  let file = ''
  let program = ''
  beforeAll(async () => {
    if (why !== undefined) return
    file = source()
    program = build === undefined ? file : await build(file)
  }, 240_000)
  const launch = (break_on: string) =>
    agent.call('debug_launch', { program, break_on, timeout_ms: 100_000, wait_ms: 100_000 })

  const does =
    type === undefined
      ? 'cannot stop for it, as the documentation says'
      : 'stops where it is thrown, and the program goes on from there'
  test(`break_on all ${does}`, { timeout: 240_000 }, async ({ skip }) => {
    skip(why !== undefined, why)
    const stop = await launch('all')
    if (type === undefined) {
      expect(stop).toMatchObject({ state: 'exited', exit_code: 0 })
      return
    }
    expect(stop).toMatchObject({ state: 'stopped', reason: 'exception' })
    expect(stop.exception).toMatchObject({ type, raised_at: { line: markerLine(file, 'THROW') } })
    const { session_id } = stop
    const end = await agent.call('debug_continue', { session_id, wait: true, timeout_ms: 100_000 })
    expect(end).toMatchObject({ stopped: false, reason: 'exited', exit_code: 0 })
    expect(JSON.stringify((await agent.call('output_get', { session_id })).output)).toContain('caught')
  })

  test('break_on uncaught does not stop for it', { timeout: 240_000 }, async ({ skip }) => {
    skip(why !== undefined, why)
    expect(await launch('uncaught')).toMatchObject({ state: 'exited', exit_code: 0 })
  })
})
