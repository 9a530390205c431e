import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { processesWithEnv, untilGone } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { makeDaemonHome } from './daemon-home.js'

describe('dapplex demo', () => {
  test('JavaScript, with nothing but Node', async () => {
    const home = await makeDaemonHome()
    const { exitCode, stdout, stderr } = await home.dapplex('demo', '--language', 'node')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/set_variable[^]*> p discount[^]*5[^]*Ada: 30/)
    await home.end()
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('%s half way leaves no process', async (signal) => {
    const home = await makeDaemonHome()
    const { env } = home
    const [node, main] = home.command
    // Every process of the demo inherits this variable.
    const mark = `${signal}-${process.pid}`
    const marked = () => processesWithEnv('DAPPLEX_TEST_MARK', mark)
    const demo = spawn(node, [main, 'demo', '--language', 'node'], {
      env: { ...env, DAPPLEX_TEST_MARK: mark },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await untilPrinted(demo.stdout, 'locals')
    expect(marked().length).toBeGreaterThan(1)
    demo.kill(signal)
    await once(demo, 'exit')
    await untilGone(marked)
    await home.end()
  })
})

/** Reads on afterwards: a program whose output nobody takes ends for that reason. */
function untilPrinted(stream: NodeJS.ReadableStream, text: string): Promise<void> {
  let seen = ''
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk) => {
      seen += String(chunk)
      if (seen.includes(text)) resolve()
    })
    stream.once('end', () => reject(new Error(`the demo ended without printing "${text}":\n${seen}`)))
  })
}
