import { describe, expect, test } from 'vitest'
import { entryOf, isStateMachine } from './waiting-frames.js'

const frame = (name: string) => ({ id: 1, name, line: 1, column: 1 })

describe('state machines on the stack', () => {
  test.each([
    { name: 'Shop.Program.<LaterAsync>d__1.MoveNext()', want: true, why: 'an async method' },
    { name: 'Shop.Program.<Steps>d__2<System.Int32>.MoveNext()', want: true, why: 'a generic iterator' },
    { name: 'Shop.Program.<>c__DisplayClass1_0.<<Main>b__0>d.MoveNext()', want: true, why: 'an async lambda' },
    { name: 'Shop.Program.MoveNext()', want: false, why: 'a method with this name' },
    { name: 'Shop.Program.<Main>b__0()', want: false, why: 'a lambda' },
  ])('$why: $name', ({ name, want }) => expect(isStateMachine(frame(name))).toBe(want))

  test.each([
    {
      name: 'System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start<System.__Canon>()',
      want: 'begun',
      why: 'the caller has just called it',
    },
    { name: 'System.Threading.ExecutionContext.RunInternal()', want: 'resumed', why: 'a task has ended' },
    {
      name: 'System.Runtime.CompilerServices.AsyncTaskMethodBuilder.AsyncStateMachineBox.MoveNext()',
      want: 'resumed',
      why: 'the box of a task runs it',
    },
    { name: 'System.Linq.Enumerable.Sum()', want: 'iterated', why: 'an enumeration asks for the next item' },
  ])('$want: $why', ({ name, want }) => expect(entryOf(frame(name))).toBe(want))
})
