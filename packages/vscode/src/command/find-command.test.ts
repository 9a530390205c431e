import { describe, expect, test } from 'vitest'
import { commandEnvironment, findCommand, type Places } from './find-command.js'

const places: Places = { setting: '', folders: ['/work'], env: { PATH: '/a:/b' }, home: '/home/me' }
const only =
  (...paths: readonly string[]) =>
  (path: string) =>
    paths.includes(path)

describe('the dapplex command', () => {
  test.each([
    { where: 'the setting', setting: '/opt/dapplex', there: ['/opt/dapplex', '/a/dapplex'], path: '/opt/dapplex' },
    { where: 'the setting below the home folder', setting: '~/d', there: ['/home/me/d'], path: '/home/me/d' },
    {
      where: 'the workspace, before PATH',
      setting: '',
      there: ['/work/node_modules/.bin/dapplex', '/a/dapplex'],
      path: '/work/node_modules/.bin/dapplex',
    },
    { where: 'PATH, in its order', setting: '', there: ['/b/dapplex', '/a/dapplex'], path: '/a/dapplex' },
    {
      where: 'a usual folder',
      setting: '',
      there: ['/home/me/.local/bin/dapplex'],
      path: '/home/me/.local/bin/dapplex',
    },
  ])('is found in $where', ({ setting, there, path }) => {
    expect(findCommand({ ...places, setting }, only(...there))).toEqual({ kind: 'found', path })
  })

  test.each([
    { why: 'names no file', setting: '/gone', problem: 'The setting dapplex.path names /gone' },
    { why: 'is relative', setting: 'bin/dapplex', problem: 'must be an absolute path' },
  ])('a setting that $why hides nothing by another command', ({ setting, problem }) => {
    const found = findCommand({ ...places, setting }, only('/a/dapplex', 'bin/dapplex'))
    expect(found).toMatchObject({ kind: 'missing', problem: expect.stringContaining(problem) })
  })

  test('that is nowhere is told with the way to get it', () => {
    expect(findCommand(places, only())).toMatchObject({
      kind: 'missing',
      problem: expect.stringMatching(/npm install -g dapplex.*dapplex\.path/),
    })
  })
})

test('the command gets its own folder on PATH, and nothing that the editor has set for itself', () => {
  const env = { PATH: '/a', ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '2', DAPPLEX_HOME: '/d' }
  const given = commandEnvironment('/nvm/bin/dapplex', env)
  expect(given).toMatchObject({ PATH: expect.stringMatching(/^\/a:\/nvm\/bin:/), DAPPLEX_HOME: '/d' })
  expect(Object.keys(given).sort()).toEqual(['DAPPLEX_HOME', 'PATH'])
})
