import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LaunchSpec } from '@dapplex/protocol'
import { applyConfiguration } from './apply-configuration.js'
import { loadConfig } from './load-config.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dapplex-config-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('dapplex.jsonc', () => {
  const read = (text: string) => {
    writeFileSync(join(folder, 'dapplex.jsonc'), text)
    return loadConfig(join(folder, 'dapplex.jsonc'))
  }

  test('takes comments and trailing commas', async () => {
    const config = await read('{ // the adapters\n "adapters": { "netcoredbg": { "path": "/x" }, }, }')
    expect(config).toEqual({ adapters: { netcoredbg: { path: '/x' } } })
  })

  test('an absent file is empty', async () => {
    expect(await loadConfig(join(folder, 'none.jsonc'))).toEqual({})
  })

  test.each([
    { text: '{"adaptors": {}}', want: /unknown key "adaptors"; did you mean "adapters"\?/, why: 'at the top' },
    {
      text: '{"limits": {"conections": 3}}',
      want: /"conections" in "limits"; did you mean "connections"\?/,
      why: 'inside',
    },
    {
      text: '{"adapters": {"x": {"pth": "/x"}}}',
      want: /"pth" in "adapters.x"; did you mean "path"\?/,
      why: 'in a record',
    },
    {
      text: '{"configurations": [{"name": "a", "program": "b", "arg": []}]}',
      want: /did you mean "args"/,
      why: 'in a list',
    },
    { text: '{"limits": {"connections": "3"}}', want: /"limits.connections": .*number/, why: 'a wrong value' },
    { text: '{\n"adapters": {\n', want: /dapplex.jsonc:3: /, why: 'no JSON: the line is told' },
  ])('refuses $why', async ({ text, want }) => {
    await expect(read(text)).rejects.toThrow(want)
  })
})

describe('a named configuration', () => {
  const spec: LaunchSpec = { program: '', args: [], cwd: '', env: {}, stopAtEntry: false, adapterArgs: {} }
  const write = (text: string) => {
    mkdirSync(join(folder, '.vscode'), { recursive: true })
    mkdirSync(join(folder, 'src'), { recursive: true })
    writeFileSync(join(folder, '.vscode', 'launch.json'), text)
  }

  test('of a launch.json: variables replaced, editor keys dropped, the rest the adapter’s own, found from below', async () => {
    write(`{
      "version": "0.2.0",
      "configurations": [
        { "name": "App", "type": "debugpy", "request": "launch", "program": "\${workspaceFolder}/app.py", "args": ["-x", "\${env:DAPPLEX_TEST_NONE}"],
          "cwd": "\${workspaceFolder}/src", "env": {"A": "1"}, "stopOnEntry": true, "justMyCode": false, "preLaunchTask": "build", "console": "integratedTerminal", },
      ],
    }`)
    const found = await applyConfiguration('App', { ...spec, cwd: join(folder, 'src'), env: { B: '2' } })
    expect(found).toEqual({
      adapter: 'debugpy',
      spec: {
        program: join(folder, 'app.py'),
        args: ['-x', ''],
        cwd: join(folder, 'src'),
        env: { A: '1', B: '2' },
        stopAtEntry: true,
        adapterArgs: { justMyCode: false, console: 'integratedTerminal' },
      },
    })
  })

  test('what the caller says counts over it', async () => {
    write(
      '{"configurations": [{"name": "App", "type": "node", "program": "a.js", "args": ["1"], "env": {"A": "1"}, "x": 1}]}',
    )
    const own = { ...spec, cwd: folder, program: 'b.js', args: ['2'], env: { A: '3' }, adapterArgs: { x: 2 } }
    expect(await applyConfiguration('App', own)).toMatchObject({
      spec: { program: 'b.js', args: ['2'], env: { A: '3' }, adapterArgs: { x: 2 } },
    })
  })

  test('${file} is the caller’s program', async () => {
    write('{"configurations": [{"name": "This", "type": "node", "program": "x", "target": "${fileBasename}"}]}')
    const found = await applyConfiguration('This', { ...spec, cwd: folder, program: 'src/b.js' })
    expect(found.spec.adapterArgs).toEqual({ target: 'b.js' })
  })

  test.each([
    { name: 'Ap', want: /No configuration 'Ap' is known in .*; did you mean 'App'\?/, why: 'a name that is not there' },
    { name: 'Attach', want: /attaches; use debug_attach/, why: 'one that attaches' },
    { name: 'Asks', want: /\$\{input:what\} has no value outside an editor/, why: 'one that asks the person' },
    { name: 'Odd', want: /\$\{constructor\} has no value outside an editor/, why: 'a variable that every object has' },
  ])('refuses $why', async ({ name, want }) => {
    write(`{"configurations": [
      {"name": "App", "type": "node", "program": "a"},
      {"name": "Attach", "type": "node", "request": "attach"},
      {"name": "Odd", "type": "node", "program": "\${constructor}", "args": [{"toString": 1, "valueOf": 1}]},
      {"name": "Asks", "type": "node", "program": "\${input:what}"}]}`)
    await expect(applyConfiguration(name, { ...spec, cwd: folder })).rejects.toThrow(want)
  })
})
