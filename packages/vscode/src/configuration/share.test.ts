import { describe, expect, test } from 'vitest'
import type { Configuration } from './configuration.js'
import { shareConfiguration } from './share.js'

const python: Configuration = { type: 'debugpy', name: 'Run', request: 'launch', program: '/w/a.py', justMyCode: false }

describe('a configuration of another type', () => {
  test('that is shared runs through dapplex with all its keys', () => {
    expect(shareConfiguration(python, ['debugpy'], undefined)).toEqual({
      ...python,
      type: 'dapplex',
      dapplexAdapter: 'debugpy',
    })
  })

  test('that is not shared stays with its own debugger', () => {
    expect(shareConfiguration(python, ['coreclr'], undefined)).toBeUndefined()
  })

  test('of dapplex itself is left alone', () => {
    expect(shareConfiguration({ ...python, type: 'dapplex' }, ['dapplex'], undefined)).toBeUndefined()
  })

  test('that JavaScript debugging has rewritten is taken as launch.json has it', () => {
    const written = { type: 'node', name: 'Run', request: 'launch', program: '/w/a.js' }
    const rewritten = { ...written, type: 'pwa-node', pauseForSourceMap: true, __workspaceFolder: '/w' }
    expect(shareConfiguration(rewritten, ['node'], written)).toEqual({
      ...written,
      type: 'dapplex',
      dapplexAdapter: 'node',
    })
  })
})
