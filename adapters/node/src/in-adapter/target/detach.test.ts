import { expect, test } from 'vitest'
import { DAP_DEFAULTS } from '../dap/conventions.js'
import type { Wire } from '../inspector/wire.js'
import { Target } from './target.js'

interface Message {
  readonly id: number
  readonly method: string
  readonly params: { readonly expression?: string }
}

/** An inspector that answers every message, and closes its connection only when the test says so. */
class ScriptedInspector implements Wire {
  readonly doings: string[] = []
  isOpen = true
  /** It has been asked to close. */
  readonly askedToClose: Promise<void>
  #onAsked: () => void = () => undefined
  #tell: (text: string) => void = () => undefined
  #onClose: (() => void)[] = []

  constructor() {
    this.askedToClose = new Promise((resolve) => (this.#onAsked = resolve))
  }

  send(text: string): void {
    const message = JSON.parse(text) as Message
    this.doings.push(nameOf(message))
    if (nameOf(message) === CLOSE) this.#onAsked()
    queueMicrotask(() => this.say({ id: message.id, result: {} }))
  }

  say(message: object): void {
    this.#tell(JSON.stringify(message))
  }

  onMessage(listener: (text: string) => void): void {
    this.#tell = listener
  }

  onClose(listener: () => void): void {
    this.#onClose.push(listener)
  }

  close(): void {
    if (this.isOpen) this.doings.push('the adapter closes')
    this.#end()
  }

  /** As Node does once it has closed its inspector. */
  closeByItself(): void {
    this.doings.push('Node closes')
    this.#end()
  }

  #end(): void {
    if (!this.isOpen) return
    this.isOpen = false
    for (const listener of this.#onClose) listener()
  }
}

const CLOSE = 'close the inspector'

const nameOf = ({ method, params: { expression = '' } }: Message): string =>
  expression.includes("require('node:inspector')") ? CLOSE : method

const open = (wire: Wire) =>
  Target.open({
    wire,
    conventions: DAP_DEFAULTS,
    emit: () => undefined,
    origin: 'launch',
    entry: { kind: 'none' },
    evaluateTimeoutMs: 1000,
  })

test('while Node closes its inspector nothing is sent and nothing is closed: either can end the program', async () => {
  const inspector = new ScriptedInspector()
  const target = await open(inspector)
  const detached = target.detach('close-inspector')
  await inspector.askedToClose
  // What V8 tells now, and what a client asks now, would bring it another message.
  inspector.say({ method: 'Debugger.resumed', params: {} })
  await expect(target.connection.send('Debugger.pause', {})).rejects.toThrow('the connection to the program is closed')
  expect(inspector.doings.at(-1)).toBe(CLOSE)
  inspector.closeByItself()
  await detached
  expect(inspector.doings.slice(-3)).toEqual(['Debugger.disable', CLOSE, 'Node closes'])
})

test('an inspector that stays is left by closing the connection', async () => {
  const inspector = new ScriptedInspector()
  const target = await open(inspector)
  await target.detach('keep-inspector')
  expect(inspector.doings.at(-1)).toBe('the adapter closes')
  expect(inspector.doings).not.toContain(CLOSE)
})
