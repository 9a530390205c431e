import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readProfile } from './launch-settings.js'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'dapplex-profile-'))
  mkdirSync(join(project, 'Properties'))
})
afterEach(() => rmSync(project, { recursive: true }))

const write = (text: string) => writeFileSync(join(project, 'Properties', 'launchSettings.json'), text)

const SETTINGS = JSON.stringify({
  profiles: {
    http: {
      commandName: 'Project',
      commandLineArgs: 'serve "two words"',
      applicationUrl: 'http://127.0.0.1:5080',
      workingDirectory: 'data',
      environmentVariables: { ASPNETCORE_ENVIRONMENT: 'Development' },
    },
    iis: { commandName: 'IISExpress' },
  },
})

test('a profile that runs the project', () => {
  write(`\uFEFF${SETTINGS}`)
  expect(readProfile(project, 'http')).toEqual({
    args: ['serve', 'two words'],
    env: { ASPNETCORE_URLS: 'http://127.0.0.1:5080', ASPNETCORE_ENVIRONMENT: 'Development' },
    cwd: join(project, 'data'),
  })
})

test.each([
  { text: SETTINGS, name: 'https', words: /no profile 'https'; it has http, iis/ },
  { text: SETTINGS, name: 'iis', words: /does not run the project \(commandName 'IISExpress'\)/ },
  { text: '{', name: 'http', words: /launchSettings\.json is no JSON/ },
  { text: '[]', name: 'http', words: /it has none/ },
])('$words', ({ text, name, words }) => {
  write(text)
  expect(() => readProfile(project, name)).toThrow(words)
})

test('no file at all', () => expect(() => readProfile(join(project, 'none'), 'http')).toThrow(/cannot be read/))
