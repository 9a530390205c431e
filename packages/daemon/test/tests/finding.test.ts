import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcClient } from '../support/rpc-client.js'
import { ScratchFolder } from '../support/scratch-folder.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

let host: TestDaemon
let agent: RpcClient
let scratch: ScratchFolder
beforeAll(async () => {
  scratch = new ScratchFolder('finding')
  host = await testDaemon()
  agent = await host.agent()
})
afterAll(async () => {
  await agent.close()
  await host.stop()
  scratch.remove()
})

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'))

describe('how the framework of tests is found', () => {
  test('a folder without tests: what was looked for, by each framework', async () => {
    const target = folderOf(scratch.write('none/main.py', 'print(1)\n'))
    const { message, data } = await agent.failure('test_run', { target })
    expect(data).toMatchObject({ type: 'NO_TEST_FRAMEWORK', target })
    for (const framework of ['pytest: ', 'unittest: ', 'node-test: ', 'vitest: ']) expect(message).toContain(framework)
  })

  test('a folder with tests of two frameworks: both are named, and framework chooses one', async () => {
    scratch.write('two/a.test.mjs', "import { test } from 'node:test'\n\ntest('one', () => {})\n")
    const target = folderOf(scratch.write('two/test_b.py', 'import unittest\n'))
    const { data } = await agent.failure('tests_list', { target })
    expect(data).toMatchObject({ type: 'TEST_FRAMEWORK_AMBIGUOUS' })
    expect(data?.['found']).toEqual([expect.stringContaining('node-test'), expect.stringContaining('unittest')])
    const { tests } = await agent.call('tests_list', { target, framework: 'node-test' })
    expect(tests).toEqual([{ name: 'a.test.mjs > one', file: `${target}/a.test.mjs`, line: 3 }])
  })

  test('an unknown framework: the nearest', async () => {
    const { data } = await agent.failure('tests_list', { target: scratch.path, framework: 'vites' })
    expect(data).toMatchObject({ type: 'INVALID_PARAMETER', field: 'framework', nearest: 'vitest' })
  })

  test('a file that is not there is INVALID_PATH; so is a relative path', async () => {
    for (const target of [`${scratch.path}/none.py`, 'none.py'])
      expect((await agent.failure('test_run', { target })).data).toMatchObject({ type: 'INVALID_PATH', path: target })
  })

  test.each([
    { file: 'broken/test_a.py', text: 'import unittest\n\ndef (:\n', says: /SyntaxError|invalid syntax/ },
    {
      file: 'broken/a.test.mjs',
      text: "import { test } from 'node:test'\n\ntest('one', () => {\n",
      says: /SyntaxError/,
    },
  ])('a file that cannot be loaded: $file', async ({ file, text, says }) => {
    const target = scratch.write(file, text)
    const { data } = await agent.failure('tests_list', { target })
    expect(data).toMatchObject({ type: 'TESTS_UNREADABLE', reason: expect.stringMatching(says) })
  })
})
