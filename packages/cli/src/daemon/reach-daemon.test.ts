import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EXIT } from '../exit/exit-codes.js'
import { openClient } from './open-client.js'
import { reachDaemon } from './reach-daemon.js'

const home = mkdtempSync(join(tmpdir(), 'dapplex-reach-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('an address where nobody listens: no daemon answers there, and what to check', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise((resolve) => server.close(resolve))
  const env = { DAPPLEX_URL: url, DAPPLEX_HOME: home }
  await expect(openClient({ name: 'x', kind: 'terminal', start: 'never' }, env)).rejects.toMatchObject({
    message: expect.stringContaining(`no daemon answers at ${url}; check DAPPLEX_URL`),
    exitCode: EXIT.noDaemon,
  })
})

test.each(['EPIPE', 'ECONNRESET'])('%s over the Unix socket: the daemon closed the connection', async (code) => {
  const cause = Object.assign(new Error(`write ${code}`), { code })
  const failed = Promise.reject(new Error('cannot connect', { cause }))
  await expect(reachDaemon({ socket: '/run/d.sock' }, failed, { DAPPLEX_HOME: home })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^the daemon at \/run\/d\.sock closed the connection; it may have too many .* log \//,
    ),
    exitCode: EXIT.noDaemon,
  })
})

test('any other failure stays as it is', async () => {
  const error = new Error('401')
  await expect(reachDaemon({ url: 'http://x' }, Promise.reject(error))).rejects.toBe(error)
})
