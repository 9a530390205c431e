import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { evaluation } from '@dapplex/protocol'
import { nodeAdapter } from './definition.js'

const { failures, thrown = '' } = evaluation.parse(nodeAdapter.definition.traits.evaluation)
const kindOf = (text: string) => failures.find(({ pattern }) => new RegExp(pattern).test(text))?.kind

describe('how a failed evaluation is understood', () => {
  test.each([
    { text: "SyntaxError: Unexpected identifier 'b'", kind: 'syntax' },
    { text: `SyntaxError: Unexpected token 'x', "x" is not valid JSON`, kind: undefined },
    { text: '"for (;;) {}" was stopped: it did not end within 300 ms (evaluateTimeout)', kind: 'timeout' },
    { text: '"a = 1" was not evaluated: it may change the program', kind: 'side_effects' },
    { text: 'ReferenceError: x is not defined', kind: undefined },
  ])('$text', ({ text, kind }) => expect(kindOf(text)).toBe(kind))

  test('what was thrown', () => {
    expect(new RegExp(thrown).exec('TypeError [ERR_X]: bad\nvalue')?.groups).toEqual({
      type: 'TypeError',
      message: 'bad\nvalue',
    })
  })
})

describe('attaching is checked before anything is started', () => {
  const prepare = (spec: object) => nodeAdapter.hooks!.prepareAttach!({ adapterArgs: {}, ...spec })

  test('an address is passed on', async () => {
    expect(await prepare({ host: 'build', port: 9230, adapterArgs: { stopOnEntry: false } })).toEqual({
      host: 'build',
      port: 9230,
      stopOnEntry: false,
    })
  })

  test('a process that has ended', async () => {
    const child = spawn('true')
    await once(child, 'exit')
    await expect(prepare({ pid: child.pid })).rejects.toMatchObject({ type: 'PROCESS_NOT_FOUND' })
  })

  test.runIf(process.platform === 'linux')('a process that is not Node', async () => {
    const child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    await expect(prepare({ pid: child.pid })).rejects.toMatchObject({ type: 'ATTACH_FAILED' })
    child.kill('SIGKILL')
  })
})
