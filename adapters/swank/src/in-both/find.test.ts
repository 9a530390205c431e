import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCommand } from './find-command.js'
import { findSwank } from './find-swank.js'

describe('commands', () => {
  test.each([
    { command: 'sh', path: '/nowhere:/bin', want: '/bin/sh', why: 'the first folder of PATH that has it' },
    { command: 'no-such-command', path: '/bin', want: undefined, why: 'no folder has it' },
    { command: '/bin/sh', path: '', want: '/bin/sh', why: 'an absolute path needs no PATH' },
    { command: '/no/such/file', path: '/bin', want: undefined, why: 'an absolute path that does not exist' },
    { command: 'local', path: '/usr', want: undefined, why: 'a folder is not a command' },
  ])('$command: $why', ({ command, path, want }) => expect(findCommand(command, { PATH: path })).toBe(want))
})

describe('Swank', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-swank-'))
  const slime = join(folder, 'slime')
  const loader = join(slime, 'swank-loader.lisp')
  mkdirSync(slime)
  writeFileSync(loader, '')

  test.each([
    { path: slime, env: {}, why: 'swankPath names the folder' },
    { path: loader, env: {}, why: 'swankPath names the file' },
    { path: undefined, env: { DAPPLEX_SWANK: slime }, why: 'DAPPLEX_SWANK names the folder' },
    { path: slime, env: { DAPPLEX_SWANK: '/nowhere' }, why: 'swankPath goes before DAPPLEX_SWANK' },
  ])('$why', ({ path, env }) => expect(findSwank(path, env)).toEqual({ loader }))

  test('a setting that leads nowhere says what was tried; the usual folders do not stand in for it', () =>
    expect(findSwank('/nowhere', {})).toEqual({
      problem: 'There is no swank-loader.lisp in /nowhere: set swankPath (or DAPPLEX_SWANK) to the folder of SLIME',
      tried: ['/nowhere', '/nowhere/swank-loader.lisp'],
    }))
})
