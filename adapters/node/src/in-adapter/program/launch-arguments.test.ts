import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { argumentsOf } from '../dap/arguments.js'
import { commandLine, mergeEnvironment, readLaunchArguments } from './launch-arguments.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dapplex-launch-'))
  writeFileSync(join(folder, 'main.js'), '')
  writeFileSync(join(folder, 'no-ending'), '')
  mkdirSync(join(folder, 'package'))
  writeFileSync(join(folder, 'package', 'index.js'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (args: Record<string, unknown>) => readLaunchArguments(argumentsOf('launch', args), { PATH: '/bin' })

describe('launch arguments', () => {
  test.each([
    { program: 'main.js', want: 'main.js', why: 'relative to cwd' },
    { program: 'main', want: 'main.js', why: 'the ending may be left out, as for Node' },
    { program: 'package', want: join('package', 'index.js'), why: 'a folder is its package' },
    { program: 'no-ending', want: 'no-ending', why: 'a script without an ending' },
  ])('$why', ({ program, want }) => {
    expect(read({ program, cwd: folder }).program).toBe(join(folder, want))
  })

  test('the inspector comes before the options of the runtime, the program and its arguments', () => {
    const launch = read({ program: 'main.js', cwd: folder, args: ['--x', 'a b'], runtimeArgs: ['--no-warnings'] })
    expect(commandLine(launch)).toEqual([
      '--inspect-brk=127.0.0.1:0',
      '--inspect-publish-uid=stderr',
      '--no-warnings',
      join(folder, 'main.js'),
      '--x',
      'a b',
    ])
    expect(commandLine({ ...launch, hasInspector: false })[0]).toBe('--no-warnings')
  })

  test('a runtime that is a script is the program, with the options of the runtime as its arguments', () => {
    mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
    const tool = join(folder, 'node_modules', '.bin', 'tool')
    writeFileSync(tool, '#!/usr/bin/env node\n')
    const runtime = { runtimeExecutable: 'tool', runtimeArgs: ['run', '--fast'] }
    const want = { program: tool, runtimeExecutable: process.execPath, runtimeArgs: [] }
    expect(read({ ...runtime, cwd: join(folder, 'package') })).toMatchObject({ ...want, args: ['run', '--fast'] })
    expect(read({ ...runtime, program: 'main.js', args: ['a'], cwd: folder })).toMatchObject({
      ...want,
      args: ['run', '--fast', 'main.js', 'a'],
    })
  })

  test.each([
    { runtimeArgs: ['--test'], hasInspector: false },
    { runtimeArgs: ['--test', '--test-isolation=none'], hasInspector: true },
    { runtimeArgs: ['--watch-path=src'], hasInspector: false },
    { runtimeArgs: ['--test-only'], hasInspector: true },
  ])('$runtimeArgs: the process has an inspector: $hasInspector', ({ runtimeArgs, hasInspector }) => {
    const launch = read({ program: 'main.js', cwd: folder, runtimeArgs })
    expect(launch).toMatchObject({ hasInspector, followsChildren: true })
  })

  test('noDebug follows nothing', () => {
    expect(read({ program: 'main.js', cwd: folder, noDebug: true })).toMatchObject({
      hasInspector: false,
      followsChildren: false,
    })
  })

  test.each([
    { args: { program: 'nope.js' }, says: 'nope.js does not exist' },
    { args: {}, says: 'launch: program is missing' },
    { args: { program: 'main.js', cwd: '/no/such/folder' }, says: 'cwd /no/such/folder is not a folder' },
    { args: { program: 'main.js', runtimeArgs: ['--inspect=9000'] }, says: 'must not have --inspect=9000' },
    { args: { program: 'main.js', env: { A: [] } }, says: 'env.A must be a string, not []' },
  ])('$says', ({ args, says }) => expect(() => read({ cwd: folder, ...args })).toThrow(says))
})

describe('the environment of the program', () => {
  test('is the own one with changes, where null takes off', () => {
    expect(
      mergeEnvironment({ A: '1', B: '2' }, [
        ['B', null],
        ['C', 3],
      ]),
    ).toEqual({ A: '1', C: '3' })
  })

  test('never opens a second inspector', () => {
    const options = { NODE_OPTIONS: '--inspect-brk=9229 --no-warnings --inspect', VSCODE_INSPECTOR_OPTIONS: 'x' }
    expect(mergeEnvironment(options, [])).toEqual({ NODE_OPTIONS: '--no-warnings' })
  })
})
