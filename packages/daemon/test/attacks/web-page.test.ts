import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isJsonObject } from '@dapplex/protocol'
import { portOf } from '@dapplex/testkit'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

const run = promisify(execFile)

/** A name that the browser takes for this machine, as a page does that has its own name point here. */
const REBOUND = 'rebound.example'

const chromium = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** What a page could do with the daemon, and what came of each: run in the browser. */
const page = (port: number, token: string) => `<!doctype html><iframe name="sink"></iframe><script>
const token = ${JSON.stringify(token)}
const json = { 'content-type': 'application/json' }
const rpc = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sessions_list', arguments: {} } })
const attempt = async (what) => { try { return await what() } catch (error) { return 'failed' } }
const read = (url, options) => attempt(async () => {
  const answer = await fetch(url, options)
  return answer.type === 'opaque' ? 'opaque' : answer.status + ' ' + (await answer.text())
})
const socket = (url, protocols) => attempt(() => new Promise((resolve) => {
  const ws = new WebSocket(url, protocols)
  ws.onopen = () => resolve('open')
  ws.onerror = () => resolve('failed')
}))
const form = (url) => attempt(() => {
  const element = Object.assign(document.createElement('form'), { method: 'POST', action: url, target: 'sink', enctype: 'text/plain' })
  element.append(Object.assign(document.createElement('input'), { name: rpc, value: '' }))
  document.body.append(element)
  element.submit()
  return 'sent'
})
const run = async () => {
  const results = {}
  for (const host of ['127.0.0.1', 'localhost', '[::1]', ${JSON.stringify(REBOUND)}]) {
    const at = host + ':${port}'
    results[host] = {
      fetch: await read('http://' + at + '/healthz'),
      withToken: await read('http://' + at + '/status', { headers: { authorization: 'Bearer ' + token } }),
      post: await read('http://' + at + '/mcp', { method: 'POST', body: rpc, headers: json }),
      blind: await read('http://' + at + '/mcp', { method: 'POST', body: rpc, mode: 'no-cors' }),
      beacon: navigator.sendBeacon('http://' + at + '/mcp', rpc) ? 'sent' : 'failed',
      image: await attempt(() => new Promise((resolve) => {
        const image = new Image()
        image.onload = () => resolve('loaded')
        image.onerror = () => resolve('failed')
        image.src = 'http://' + at + '/metrics'
      })),
      form: await form('http://' + at + '/mcp'),
      rpc: await socket('ws://' + at + '/rpc'),
      mcp: await socket('ws://' + at + '/mcp'),
      withProtocol: await socket('ws://' + at + '/rpc', ['bearer', token]),
      dap: await read('http://' + at + '/', { method: 'POST', mode: 'no-cors', body: 'Content-Length: 57\\r\\n\\r\\n{"seq":1,"type":"request","command":"launch"}' }),
    }
  }
  await fetch('/results', { method: 'POST', body: JSON.stringify(results) })
}
run()
</script>`

/** Each request over HTTP that has come to the daemon, and how it was answered. */
const answered: { readonly origin: string | undefined; readonly host: string | undefined; readonly status: number }[] =
  []
function note(message: unknown): void {
  if (!isJsonObject(message) || !(message['request'] instanceof IncomingMessage)) return
  const { request, response } = { request: message['request'], response: message['response'] }
  if (request.socket.localPort !== host.daemon.state.port || !(response instanceof ServerResponse)) return
  answered.push({ origin: request.headers.origin, host: request.headers.host, status: response.statusCode })
}

let host: TestDaemon
let evil: Server
let browser: ChildProcess | undefined
let profile: string

beforeAll(async () => {
  host = await testDaemon({ modules: [] })
  subscribe('http.server.response.finish', note)
  profile = mkdtempSync(join(tmpdir(), 'dapplex-browser-'))
})
afterAll(async () => {
  if (browser !== undefined && browser.exitCode === null) {
    const gone = once(browser, 'exit')
    process.kill(-(browser.pid ?? 0), 'SIGKILL')
    await gone
  }
  unsubscribe('http.server.response.finish', note)
  evil.close()
  evil.closeAllConnections()
  await host.stop()
  rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Opens the page in a browser, and resolves with what it reports. */
function visit(path: string): Promise<Record<string, Record<string, string>>> {
  return new Promise((resolve, reject) => {
    evil = createServer((request, response) => {
      if (request.url !== '/results') {
        response.writeHead(200, { 'content-type': 'text/html' })
        return void response.end(page(host.daemon.state.port, host.daemon.token))
      }
      void bodyOf(request).then((text) => {
        response.end()
        resolve(JSON.parse(text) as Record<string, Record<string, string>>)
      })
    })
    evil.listen(0, '127.0.0.1', () => {
      // The browser's own guard of this machine is switched off: the daemon's is tested.
      const open = ['--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests']
      const where = [`--user-data-dir=${profile}`, RULES, `http://${REBOUND}:${portOf(evil)}/`]
      browser = spawn(path, [...FLAGS, ...open, ...where], {
        stdio: 'ignore',
        detached: true,
      })
      browser.once('error', reject)
      browser.once('exit', (code) => reject(new Error(`the browser ended with ${code ?? 'a signal'}`)))
    })
  })
}

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run']
const RULES = `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`

describe('a web page of another origin, in a browser', () => {
  test('reads nothing, opens no WebSocket and calls nothing, with the right token either', async ({ skip }) => {
    skip(chromium === undefined, 'no Chromium on PATH (Debian: chromium)')
    const agent = await host.agent()
    const results = await visit(chromium ?? '')
    expect(Object.keys(results)).toEqual(['127.0.0.1', 'localhost', '[::1]', REBOUND])
    for (const [at, tried] of Object.entries(results))
      for (const [way, came] of Object.entries(tried))
        expect([at, way, came]).toEqual([at, way, expect.stringMatching(/^(failed|opaque|sent)$/)])
    // What says that it comes from a page is refused for that alone; what does not say so, for want of a token.
    const [own, others] = [
      answered.filter(({ origin }) => origin !== undefined),
      answered.filter(({ origin }) => origin === undefined),
    ]
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter(({ status }) => status !== 403)).toEqual([])
    expect(
      others.filter(({ status, host: name }) => status !== (name?.startsWith(REBOUND) === true ? 403 : 401)),
    ).toEqual([])
    // Nothing of it reached a tool.
    const { port } = host.daemon.state
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { authorization: `Bearer ${host.daemon.token}` },
    })
    expect(await metrics.text()).not.toContain('dapplex_calls_total{')
    expect(await agent.call('sessions_list')).toMatchObject({ sessions: [] })
    await agent.close()
  })

  test('whose name points at this machine has no page of the daemon: its scripts would be of the same origin', async ({
    skip,
  }) => {
    skip(chromium === undefined, 'no Chromium on PATH (Debian: chromium)')
    const url = `http://${REBOUND}:${host.daemon.state.port}/healthz`
    const folder = `--user-data-dir=${profile}/rebound`
    const { stdout } = await run(chromium ?? '', [...FLAGS, folder, RULES, '--dump-dom', url])
    expect(stdout).toContain('the Host header must be 127.0.0.1, localhost or [::1]')
    expect(stdout).not.toContain('"ok"')
  })
})
