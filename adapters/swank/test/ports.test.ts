import { portOf } from '@dapplex/testkit'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findCommand } from '../src/in-both/find-command.js'
import { findSwank } from '../src/in-both/find-swank.js'
import { Image } from '../src/in-adapter/image/image.js'
import { list, symbol } from '../src/in-adapter/sexp/form.js'
import { SwankClient } from '../src/in-adapter/swank/swank-client.js'
import { fixture, Lisp, startAdapter } from './lisp-program.js'

/** TCP ports at which a process listens (Linux). */
function listening(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [...readlinkSync(`/proc/${pid}/fd/${fd}`).matchAll(/^socket:\[(\d+)\]$/g)].map(([, inode]) => inode)
      } catch {
        return []
      }
    }),
  )
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.has(inode))
      .map(([, local = '']) => parseInt(local.split(':')[1] ?? '', 16)),
  )
}

describe.runIf(process.platform === 'linux')('nobody else gets into a launched image', () => {
  test('once the adapter is connected, nothing listens; no command line shows the secret', async () => {
    const lisp = await Lisp.launch(fixture('trouble.lisp'), { launch: { args: ['spin'] } })
    const { body } = await lisp.client.waitForEvent('process')
    const pid = body.systemProcessId ?? 0
    expect(listening(pid)).toEqual([])
    expect(listening(lisp.adapter.pid)).toEqual([])
    for (const one of [pid, lisp.adapter.pid])
      expect(readFileSync(`/proc/${one}/cmdline`, 'latin1')).not.toMatch(/[0-9a-f]{40}/)
    expect(
      await lisp.evaluate('(list (sb-ext:posix-getenv "DAPPLEX_START") (sb-ext:posix-getenv "DAPPLEX_BOOT"))'),
    ).toBe('(nil nil)')
  })

  test.each([
    { secret: undefined, why: 'no secret' },
    { secret: 'a guess', why: 'a wrong secret' },
  ])('before that, a client with $why is turned away', async ({ secret }) => {
    const swank = findSwank(undefined, process.env)
    const image = Image.start({
      sbcl: findCommand('sbcl', process.env) ?? '',
      swankLoader: 'loader' in swank ? swank.loader : '',
      boot: { kind: 'source' },
      programArguments: [],
      runtimeArguments: [],
      cwd: process.cwd(),
      env: process.env,
    })
    onTestFinished(() => image.kill())
    const port = await image.port()
    const intruder = await SwankClient.connect(
      { host: '127.0.0.1', port, ...(secret === undefined ? {} : { secret }) },
      5000,
    )
    await expect(intruder.evaluate(list(symbol('cl:+'), 1, 2), 'worker', 5000)).rejects.toMatchObject({
      kind: expect.stringMatching(/closed|timeout/),
    })
  })
})

/** Servers that are no Swank server, each by what it does with a client. */
const foreign = [
  { why: 'a web server', make: () => createServer((_, response) => response.end('hello')) },
  { why: 'one that greets', make: () => createSocketServer((socket) => void socket.write('SSH-2.0-x\r\n')) },
  { why: 'one that hangs up', make: () => createSocketServer((socket) => void socket.end()) },
] as const

async function listen(server: Server): Promise<number> {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return portOf(server)
}

describe('attach to a port without a Swank server', () => {
  test.each(foreign)('$why: refused at once, with what to do', async ({ make }) => {
    const port = await listen(make())
    const { client } = await startAdapter()
    await client.expectSuccess('initialize', { adapterID: 'swank' })
    const refused = await client.expectFailure('attach', { port })
    expect(refused.body).toMatchObject({
      error: { variables: { type: expect.stringMatching(/SWANK_CONNECTION_FAILED|ATTACH_FAILED/) } },
    })
    expect(refused.message).toMatch(/no Swank server|only to that secret/)
    // The session is as new: another attach is not refused for this one.
    const again = await client.expectFailure('attach', { port: 1 })
    expect(again.message).toContain('swank:create-server')
  })
})
