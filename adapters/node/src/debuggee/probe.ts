import type { InspectorConnection } from '../inspector/connection.js'
import { UNCAUGHT_URL } from './own-code.js'
import { PROBE_NAME } from './probe-name.js'

/** `require` is there only in the main context, and works only once the program has begun: it is asked for when needed. */
const INSTALL = `(function () {
  const probe = globalThis.${PROBE_NAME}
  Object.defineProperty(globalThis, '${PROBE_NAME}', { enumerable: false })
  const load = typeof require === 'function' ? require : undefined
  probe.show = function (value) {
    if (typeof value === 'string') return value
    if (load !== undefined) return load('node:util').inspect(value, { depth: 1, breakLength: Infinity })
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
})()`

/**
 * V8 takes an exception in an ES module for caught, since Node's loader catches it to end the program; so what ends the
 * program is noticed where Node announces it, unless the program already stopped for it.
 */
const WATCH = `(function () {
  const probe = globalThis.${PROBE_NAME}
  probe.monitor = function uncaughtException(error) {
    if (probe.isWatching && probe.seen !== error) debugger
  }
  process.on('uncaughtExceptionMonitor', probe.monitor)
})()
//# sourceURL=${UNCAUGHT_URL}`

const UNINSTALL = `(function () {
  process.off('uncaughtExceptionMonitor', globalThis.${PROBE_NAME}.monitor)
  delete globalThis.${PROBE_NAME}
})()`

const MARK_SEEN = `function () {
  const probe = globalThis.${PROBE_NAME}
  if (probe === undefined) return false
  const wasSeen = probe.seen === this
  probe.seen = this
  return wasSeen
}`

/** What the adapter has put into the program: see `probe-name.ts`. */
export class Probe {
  readonly #connection: InspectorConnection

  constructor(connection: InspectorConnection, onMessage: (payload: string) => void) {
    this.#connection = connection
    connection.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === PROBE_NAME) onMessage(payload)
    })
  }

  async install(): Promise<void> {
    await this.#connection.send('Runtime.addBinding', { name: PROBE_NAME })
    await this.#run(INSTALL)
    await this.#run(WATCH)
  }

  /** Into a `vm` context, which got nothing from `install`. */
  async installIn(contextId: number): Promise<void> {
    await this.#connection.send('Runtime.addBinding', { name: PROBE_NAME, executionContextId: contextId })
    await this.#connection.send('Runtime.evaluate', { expression: INSTALL, contextId, silent: true })
  }

  /** Whether the context in which this call runs has it. */
  async isIn({ callFrameId }: { readonly callFrameId: string }): Promise<boolean> {
    const { result } = await this.#connection.send('Debugger.evaluateOnCallFrame', {
      callFrameId,
      expression: `typeof globalThis.${PROBE_NAME}`,
      silent: true,
    })
    return result.value === 'function'
  }

  /** Whether an exception that ends the program stops it, if nothing has yet. */
  async watchUncaught(isWatching: boolean): Promise<void> {
    await this.#run(`globalThis.${PROBE_NAME}.isWatching = ${isWatching}`)
  }

  /** The program stops for this object, which need not stop it again as uncaught. Tells whether it already did once. */
  async markSeen(objectId: string): Promise<boolean> {
    const { result } = await this.#connection.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: MARK_SEEN,
      returnByValue: true,
      silent: true,
    })
    return result.value === true
  }

  /** Takes everything away again, for a program that goes on without us. */
  async uninstall(): Promise<void> {
    await this.#run(UNINSTALL)
    await this.#connection.send('Runtime.removeBinding', { name: PROBE_NAME })
  }

  async #run(expression: string): Promise<void> {
    await this.#connection.send('Runtime.evaluate', { expression, includeCommandLineAPI: true, silent: true })
  }
}
