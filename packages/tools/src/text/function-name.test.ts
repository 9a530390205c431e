import { adapterTraits } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { functionName } from './function-name.js'

const dotted = adapterTraits.parse({ presentation: { functionNames: 'dotted', stateMachineFrames: true } }).presentation
const colons = adapterTraits.parse({ presentation: { functionNames: 'colons' } }).presentation
const bare = adapterTraits.parse({}).presentation

describe('functionName', () => {
  test.each([
    { raw: 'Shop.OrderService.Sum()', how: dotted, want: { name: 'Sum', raw: 'Shop.OrderService.Sum()' } },
    {
      raw: 'Shop.Program.<Main>d__3.MoveNext()',
      how: dotted,
      want: { name: 'Main', raw: 'Shop.Program.<Main>d__3.MoveNext()', isAsync: true },
    },
    {
      raw: 'System.Runtime.CompilerServices.AsyncTaskMethodBuilder<int>.Start<Shop.Program.<Main>d__3>()',
      how: dotted,
      want: {
        name: 'Start<Shop.Program.<Main>d__3>',
        raw: 'System.Runtime.CompilerServices.AsyncTaskMethodBuilder<int>.Start<Shop.Program.<Main>d__3>()',
      },
    },
    {
      raw: 'Shop.Program.<>c.<Main>b__0_1()',
      how: dotted,
      want: { name: 'Main', raw: 'Shop.Program.<>c.<Main>b__0_1()' },
    },
    {
      raw: 'Shop.Program.<Main>g__Helper|2_0(int)',
      how: dotted,
      want: { name: 'Helper', raw: 'Shop.Program.<Main>g__Helper|2_0(int)' },
    },
    { raw: 'Shop.Customer..ctor()', how: dotted, want: { name: '.ctor', raw: 'Shop.Customer..ctor()' } },
    { raw: 'main.transfer', how: dotted, want: { name: 'transfer', raw: 'main.transfer' } },
    { raw: 'shop::Account::pay(int)', how: colons, want: { name: 'pay', raw: 'shop::Account::pay(int)' } },
    { raw: 'transfer', how: colons, want: { name: 'transfer' } },
    { raw: '(LABELS WALK :IN TREE)', how: bare, want: { name: '(LABELS WALK :IN TREE)' } },
    { raw: '<module>', how: bare, want: { name: '<module>' } },
  ])('$raw', ({ raw, how, want }) => expect(functionName(raw, how)).toEqual(want))
})
