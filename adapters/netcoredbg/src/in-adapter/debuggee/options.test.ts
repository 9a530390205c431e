import { describe, expect, test } from 'vitest'
import { DEFAULT_OPTIONS, takeOptions, withEnvironment, withInput, withStartupHook } from './options.js'

describe('options of the shim', () => {
  test.each([
    { args: {}, want: {}, why: 'the defaults' },
    { args: { inspector: false }, want: { inspector: false, rawValues: true }, why: 'no inspector means raw values' },
    { args: { rawValues: true }, want: { rawValues: true }, why: 'raw values with the inspector' },
    { args: { evaluationTimeoutMs: 5 }, want: { evaluationTimeoutMs: 100 }, why: 'the shortest limit' },
    { args: { evaluationTimeoutMs: 60_000 }, want: { evaluationTimeoutMs: 4000 }, why: 'the longest limit' },
    { args: { evaluationTimeoutMs: '5' }, want: {}, why: 'a text is no limit' },
    { args: { inputFile: '/in' }, want: { inputFile: '/in' }, why: 'a file for the standard input' },
  ])('$why', ({ args, want }) => {
    const { options, others } = takeOptions({ program: 'a.dll', ...args })
    expect(options).toEqual({ ...DEFAULT_OPTIONS, ...want })
    expect(others).toEqual({ program: 'a.dll' })
  })
})

describe('the environment of the program', () => {
  test('a given environment is added to that of the adapter', () => {
    expect(withEnvironment({ env: { MODE: 'x' } }, { PATH: '/bin', MODE: 'y' })).toEqual({
      env: { PATH: '/bin', MODE: 'x' },
    })
  })

  test('without one the arguments stay as they are', () => {
    const args = { program: 'a.dll' }
    expect(withEnvironment(args, { PATH: '/bin' })).toBe(args)
  })

  test('the hook of the inspector comes after the hooks of the user', () => {
    const args = { env: { DOTNET_STARTUP_HOOKS: '/user.dll' } }
    expect(withStartupHook(args, { path: '/inspector.dll', separator: ':' })).toEqual({
      env: { DOTNET_STARTUP_HOOKS: '/user.dll:/inspector.dll' },
    })
  })
})

describe('the standard input of the program', () => {
  const shell = ['-c', 'exec "$@" <"$0"', '/in']
  const input = { ...DEFAULT_OPTIONS, inputFile: '/in' }
  test.each([
    { program: 'a.dll', args: ['x y'], want: [...shell, 'dotnet', 'a.dll', 'x y'], why: 'an assembly runs in dotnet' },
    { program: '/bin/app', args: undefined, want: [...shell, '/bin/app'], why: 'a native launcher runs itself' },
  ])('a file is opened by a shell that becomes the program: $why', ({ program, args, want }) => {
    expect(withInput({ program, ...(args && { args }), cwd: '/' }, input)).toEqual({
      program: '/bin/sh',
      args: want,
      cwd: '/',
    })
  })

  test('without a file the arguments stay as they are', () => {
    const args = { program: 'a.dll' }
    expect(withInput(args, DEFAULT_OPTIONS)).toBe(args)
  })
})
