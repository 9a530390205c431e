import { describe, expect, test } from 'vitest'
import { adapterDefinition, type AdapterDefinitionInput } from './definition.js'

const least: AdapterDefinitionInput = {
  id: 'a-debugger',
  title: 'A debugger',
  languages: ['c'],
  launchTypes: ['a'],
  programs: ['.c'],
  find: [{ kind: 'path', command: 'a-debugger' }],
  start: { kind: 'stdio', args: [] },
  install: 'Install it.',
  traits: {},
}

describe('the definition of an adapter', () => {
  test('what is left out gets the value that most adapters have', () =>
    expect(adapterDefinition.parse(least).traits).toMatchObject({
      unknown: 'pass',
      stops: 'all',
      references: { evaluate: 'stop', output: 'session' },
      hitBreakpointIds: true,
      serves: [],
      evaluation: { failures: [], thrownAsValue: false },
    }))
  test.each<{ why: string; wrong: object; at: string }>([
    { why: 'an id is written in kebab-case', wrong: { id: 'A Debugger' }, at: 'id' },
    { why: 'a misspelt member is no member', wrong: { lauchTypes: [] }, at: '' },
    { why: 'a misspelt trait is no trait', wrong: { traits: { stop: 'all' } }, at: 'traits' },
    { why: 'a trait has one of the listed values', wrong: { traits: { stops: 'some' } }, at: 'traits.stops' },
    { why: 'a place has a kind', wrong: { find: [{ command: 'x' }] }, at: 'find.0.kind' },
    {
      why: 'only a listening adapter has streams',
      wrong: { start: { kind: 'stdio', args: [], streams: 'log' } },
      at: 'start',
    },
  ])('$why', ({ wrong, at }) => {
    const { error } = adapterDefinition.safeParse({ ...least, ...wrong })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([at])
  })
})
