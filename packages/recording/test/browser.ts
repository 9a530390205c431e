import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { parseJson, z } from '@dapplex/testkit'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** A Chromium on PATH; undefined where there is none. */
export const chromium = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

const message = z.looseObject({
  id: z.int().optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
})
type Params = Readonly<Record<string, unknown>>

interface Told {
  readonly method: string
  readonly params: Params
}

const MIDDLE = '({ x: innerWidth / 2, y: innerHeight / 2 })'

/** One tab of a real browser without a window, driven by the DevTools protocol over a pipe. */
export class Browser {
  /** All events so far. */
  readonly events: Told[] = []
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #to: Writable
  readonly #answers = new Map<number, (answer: z.output<typeof message>) => void>()
  readonly #listeners = new Set<(event: Told) => void>()
  #last = 0
  #session: string | undefined

  private constructor(path: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'dapplex-browser-'))
    const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run']
    this.#process = spawn(path, [...args, '--remote-debugging-pipe', `--user-data-dir=${this.#profile}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: this.#profile },
    })
    const [, , , to, from] = this.#process.stdio
    this.#to = to as Writable
    this.#read(from as Readable)
  }

  static async open(path: string): Promise<Browser> {
    const browser = new Browser(path)
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    browser.#session = String(sessionId)
    for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await browser.send(`${domain}.enable`)
    return browser
  }

  /** @throws Error with the browser's words */
  async send(method: string, params: Params = {}): Promise<Params> {
    const id = (this.#last += 1)
    const answered = new Promise<z.output<typeof message>>((resolve) => this.#answers.set(id, resolve))
    const session = this.#session === undefined ? {} : { sessionId: this.#session }
    this.#to.write(`${JSON.stringify({ id, method, params, ...session })}\0`)
    const { result = {}, error } = await answered
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }

  /** Resolves at the next event of this kind. */
  next(method: string): Promise<Params> {
    return new Promise((resolve) => {
      const listener = (event: Told) => {
        if (event.method !== method) return
        this.#listeners.delete(listener)
        resolve(event.params)
      }
      this.#listeners.add(listener)
    })
  }

  async visit(url: string): Promise<void> {
    const loaded = this.next('Page.loadEventFired')
    await this.send('Page.navigate', { url })
    await loaded
  }

  /** What an expression is in the page; of a promise, what it becomes. */
  async value(expression: string): Promise<unknown> {
    const how = { returnByValue: true, awaitPromise: true }
    const { result } = await this.send('Runtime.evaluate', { expression, ...how })
    return z.looseObject({ value: z.unknown().optional() }).parse(result).value
  }

  /** Clicks the first element that a selector names. */
  async click(selector: string): Promise<void> {
    const place = `(() => { const one = document.querySelector(${JSON.stringify(selector)}); one.scrollIntoView({ block: 'center' }); const box = one.getBoundingClientRect(); return { x: box.x + Math.min(20, box.width / 2), y: box.y + box.height / 2 } })()`
    const { x, y } = z.object({ x: z.number(), y: z.number() }).parse(await this.value(place))
    const at = { x, y, button: 'left', clickCount: 1 }
    await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
    await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
  }

  /** Turns the mouse wheel in the middle of the page, and waits until the page stands still. */
  async wheel(deltaY: number): Promise<void> {
    await this.value(
      `void (globalThis.stands = new Promise((resolve) => addEventListener('scrollend', () => resolve(true), { once: true })))`,
    )
    const { x, y } = z.object({ x: z.number(), y: z.number() }).parse(await this.value(MIDDLE))
    await this.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY })
    await this.value('globalThis.stands')
  }

  /** Resolves when two frames were drawn: by then the page's own observers have been told. */
  async drawn(): Promise<void> {
    await this.value(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))',
    )
  }

  async close(): Promise<void> {
    const gone = once(this.#process, 'exit')
    this.#session = undefined
    await this.send('Browser.close')
    await gone
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  #read(from: Readable): void {
    let rest = ''
    from.setEncoding('utf8').on('data', (text: string) => {
      const parts = `${rest}${text}`.split('\0')
      rest = parts.pop() ?? ''
      for (const part of parts) this.#take(parseJson(message, part))
    })
  }

  #take(one: z.output<typeof message>): void {
    if (one.id !== undefined) {
      this.#answers.get(one.id)?.(one)
      this.#answers.delete(one.id)
      return
    }
    const event = { method: one.method ?? '', params: one.params ?? {} }
    this.events.push(event)
    for (const listener of [...this.#listeners]) listener(event)
  }
}
