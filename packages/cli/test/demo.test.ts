import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeDaemonHome } from './daemon-home.js'

/** Pids whose command line or environment names this text, this process aside. */
function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => read(`/proc/${pid}/${file}`).includes(text)))
}
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

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
    const mark = `DAPPLEX_TEST_MARK=${signal}-${process.pid}`
    const [name = '', value = ''] = mark.split('=')
    const demo = spawn(node, [main, 'demo', '--language', 'node'], {
      env: { ...env, [name]: value },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await untilPrinted(demo.stdout, 'locals')
    expect(processesWith(mark).length).toBeGreaterThan(1)
    demo.kill(signal)
    await once(demo, 'exit')
    await expect.poll(() => processesWith(mark), { timeout: 10_000 }).toEqual([])
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
