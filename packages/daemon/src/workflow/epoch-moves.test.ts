import { servedIn, standardCatalogue } from '@dapplex/protocol'
import type { EpochMove } from '@dapplex/workflow'
import { describe, expect, test } from 'vitest'
import { epochMove } from './epoch-moves.js'

const move = (command: string, args: object = {}) => epochMove({ type: 'request', command, arguments: args })

describe('workflow 24: what moves the epoch', () => {
  test.each<[string, object, EpochMove | undefined, string]>([
    ['evaluate', { expression: 'a.b', context: 'watch' }, undefined, 'a bare path reads'],
    ['evaluate', { expression: 'a["b"]', context: 'watch' }, 'evaluated', 'an indexer runs code'],
    ['evaluate', { expression: 'a.b', context: 'repl' }, 'evaluated', 'it may be a command'],
    ['setVariable', {}, 'written', 'a write'],
    ['next', { threadId: 1 }, 'resume-sent', 'the thread goes on'],
    ['dapplex_restartInvoke', { index: 0 }, 'resume-sent', 'the thread goes on'],
    ['dapplex_inspectSlot', { object: 1, slot: 'a', value: '1' }, 'written', 'a slot is set'],
    ['dapplex_lispEval', { code: '1' }, 'evaluated', 'code runs'],
    ['disconnect', {}, 'disconnected', 'the end'],
    ['launch', {}, 'restarted', 'another program'],
    ['vendor_thing', {}, 'evaluated', 'nobody knows what it does'],
  ])('%s %j: %s, %s', (...[command, args, want]) => expect(move(command, args)).toBe(want))

  test.each([
    'dapplex_restarts',
    ...servedIn('objects', 'definitions', 'types'),
    'dapplex_describe',
    'dapplex_apropos',
    'dapplex_trace',
  ])('%s reads: the cache stays', (command) => expect(move(command)).toBeUndefined())

  test('breakpoints leave it where it is', () => {
    for (const command of Object.keys(standardCatalogue).filter((name) => /^set\w*Breakpoints$/.test(name)))
      expect(move(command)).toBeUndefined()
  })
  test('only requests move it', () => expect(epochMove({ type: 'event', event: 'stopped' })).toBeUndefined())
})
