import { must } from '@dapplex/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineOf, NodeSession, PROGRAMS } from './node-session.js'

const STEPPING = `${PROGRAMS}stepping.cjs`
const at = (marker: string) => lineOf(STEPPING, marker)

let session: NodeSession
beforeEach(async () => (session = await NodeSession.start()))
afterEach(async () => {
  await session.end()
  expect(session.client.violations).toEqual([])
})

async function stopAt(marker: string): Promise<void> {
  await session.launch(STEPPING, { breakpoints: { [STEPPING]: [at(marker)] } })
  await session.stop()
  await session.client.expectSuccess('setBreakpoints', { source: { path: STEPPING }, breakpoints: [] })
}

async function moved(command: 'next' | 'stepIn' | 'stepOut'): Promise<number> {
  expect(await session.move(command)).toMatchObject({ reason: 'step' })
  const { line, source } = await session.topFrame()
  expect(source?.path).toBe(STEPPING)
  return line
}

describe('steps', () => {
  test('over, in and out of a function', async () => {
    await stopAt('first')
    expect(await moved('stepIn')).toBe(at('in add'))
    expect(await moved('next')).toBe(at('add returns'))
    expect(await moved('stepOut')).toBe(at('log'))
    expect((await session.topFrame()).name).toBe('main')
  })

  test("in never ends in Node's own code: console.log is stepped over", async () => {
    await stopAt('log')
    expect(await moved('stepIn')).toBe(at('nested'))
  })

  test('in goes to the next call of the same line', async () => {
    await stopAt('nested')
    expect(await moved('stepIn')).toBe(at('in twice'))
    await moved('stepOut')
    expect(await moved('stepIn')).toBe(at('in add'))
  })

  test("in finds the user's code that Node calls: an event listener", async () => {
    await stopAt('emit')
    expect(await moved('stepIn')).toBe(at('listener'))
    await moved('stepOut')
    expect((await session.topFrame()).name).toBe('main')
  })

  test('in goes into a callback of a built-in method', async () => {
    await stopAt('sort')
    expect(await moved('stepIn')).toBe(at('sort'))
    expect((await session.frames())[1]).toMatchObject({ name: 'main' })
  })

  test('over a line that returns goes to the caller', async () => {
    await stopAt('return call')
    expect(await moved('next')).toBe(at('main returns'))
  })

  test('over an await', async () => {
    await stopAt('await')
    expect(await moved('next')).toBe(at('after await'))
    expect((await session.evaluate('value')).result).toBe('5')
  })

  test('over the last line of all runs to the end, or to the next of the program’s own code', async () => {
    await stopAt('timer')
    const after = session.client.mark()
    await session.client.expectSuccess('next', { threadId: 1 })
    const isOver = () => session.client.events('stopped', after)[0] ?? session.client.events('exited', after)[0]
    await session.client.timeline.waitFor('a stop or the end', isOver)
  })

  test('who scheduled a callback is on the stack, without its variables', async () => {
    await stopAt('timer')
    const frames = await session.frames()
    const label = frames.findIndex(({ presentationHint }) => presentationHint === 'label')
    expect(frames[label]?.name).toBe('Timeout')
    expect(frames[label + 1]).toMatchObject({ name: '<anonymous>', source: { path: STEPPING }, line: at('timer') - 1 })
    const { id: frameId } = must(frames[label + 1])
    expect(await session.scopes(frameId)).toEqual([])
    const { message } = await session.client.expectFailure('evaluate', { expression: '1', frameId })
    expect(message).toBe('nothing can be evaluated in <anonymous>: it has returned already')
  })

  test('what a function returns is shown where it returns', async () => {
    await stopAt('add returns')
    const values = await session.variables('Local')
    expect(values.find(({ name }) => name === 'return value')).toMatchObject({ value: '3' })
  })

  test('a frame can be run again', async () => {
    await stopAt('add returns')
    const { id: frameId, canRestart } = await session.topFrame()
    expect(canRestart).toBe(true)
    const after = session.client.mark()
    await session.client.expectSuccess('restartFrame', { frameId })
    expect(await session.stop(after)).toMatchObject({ reason: 'restart' })
    expect((await session.topFrame()).line).toBe(at('in add'))
    const { message } = await session.client.expectFailure('scopes', { frameId })
    expect(message).toBe(`frame ${frameId} is no longer valid: the program has resumed since`)
  })
})

describe('pause', () => {
  test('stops a program that runs', async () => {
    await session.launch(`${PROGRAMS}waiting.js`, { args: ['--quick'] })
    await session.printed('stdout', 'waiting')
    await session.client.expectSuccess('pause', { threadId: 1 })
    expect(await session.stop()).toMatchObject({ reason: 'pause' })
    expect(await session.frames()).not.toEqual([])
  })

  test('stops a program that only waits for events, and it goes on', async () => {
    await session.launch(`${PROGRAMS}waiting.js`)
    await session.printed('stdout', 'waiting')
    await session.idle()
    await session.client.expectSuccess('pause', { threadId: 1 })
    expect(await session.stop()).toMatchObject({ reason: 'pause' })
    const [frame] = await session.frames()
    expect(frame).toMatchObject({ name: '<waiting for events>', presentationHint: 'subtle' })
    expect((await session.evaluate('process.argv.length')).result).toBe('2')
    await session.client.expectSuccess('continue', { threadId: 1 })
    const after = session.client.mark()
    await session.client.expectSuccess('pause', { threadId: 1 })
    expect(await session.stop(after)).toMatchObject({ reason: 'pause' })
  })

  test('sent together with continue stops a program that only waits for events', async () => {
    await session.launch(`${PROGRAMS}waiting.js`)
    await session.printed('stdout', 'waiting')
    await session.idle()
    await session.client.expectSuccess('pause', { threadId: 1 })
    await session.stop()
    const after = session.client.mark()
    const answers = ['continue', 'pause'].map((command) => session.client.expectSuccess(command, { threadId: 1 }))
    await Promise.all(answers)
    expect(await session.stop(after)).toMatchObject({ reason: 'pause' })
  })

  test('of a program that stands already changes nothing', async () => {
    await stopAt('first')
    await session.client.expectSuccess('pause', { threadId: 1 })
    expect(await moved('next')).toBe(at('log'))
  })

  test.each(['continue', 'next', 'stepIn', 'stepOut', 'stackTrace'] as const)(
    '%s while it runs is refused',
    async (command) => {
      await session.launch(`${PROGRAMS}waiting.js`)
      await session.printed('stdout', 'waiting')
      const { message } = await session.client.expectFailure(command, { threadId: 1 })
      expect(message).toBe('the program is running: pause it first')
    },
  )

  test('a thread that there is not is refused', async () => {
    await stopAt('first')
    const { message } = await session.client.expectFailure('next', { threadId: 4 })
    expect(message).toBe("there is no thread 4: the program's only thread is 1")
  })
})
