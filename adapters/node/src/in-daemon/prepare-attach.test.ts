import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { prepareAttach } from './prepare-attach.js'

describe('attaching is checked before anything is started', () => {
  const prepare = (spec: object) => prepareAttach({ adapterArgs: {}, ...spec })

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

  test('a process that is not Node', async ({ skip }) => {
    skip(process.platform !== 'linux', 'a process is looked up in /proc')
    const child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    await expect(prepare({ pid: child.pid })).rejects.toMatchObject({ type: 'ATTACH_FAILED' })
    child.kill('SIGKILL')
  })
})
