import { must } from '@dapplex/testkit'
import { genericAdapters } from '@dapplex/adapters-generic'
import { describe, expect, test } from 'vitest'
import { writeLaunch } from './write-launch.js'

const debugpy = must(genericAdapters.find(({ definition }) => definition.id === 'debugpy')).definition
const spec = { program: 'app.py', args: [], cwd: 'folder', env: {}, stopAtEntry: false }

describe('the output of a Python program comes once', () => {
  test.each([
    { given: {}, redirectOutput: true, why: 'the adapter tells it' },
    { given: { console: 'internalConsole' }, redirectOutput: true, why: 'the adapter tells it when it is named' },
    { given: { console: 'integratedTerminal' }, redirectOutput: false, why: 'the terminal shows it' },
    { given: { console: 'externalTerminal' }, redirectOutput: false, why: 'another terminal shows it' },
    {
      given: { console: 'integratedTerminal', redirectOutput: true },
      redirectOutput: true,
      why: 'the caller wants it twice',
    },
  ])('$why', ({ given, redirectOutput }) => {
    expect(writeLaunch(debugpy, { ...spec, adapterArgs: given })).toMatchObject({ redirectOutput })
  })
})
