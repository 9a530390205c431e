import type { InspectorConnection } from '../inspector/connection.js'
import { KEEP_BUILT_IN } from './built-in.js'
import { PROBE_NAME, UNCAUGHT_URL } from './injected-names.js'
import { LONG_STRINGS_OF } from './long-strings.js'

/** `require` exists only in the main context and works only after the program has begun, so it is called only when needed. */
const INSTALL = `(function () {
  const probe = globalThis.${PROBE_NAME}
  Object.defineProperty(globalThis, '${PROBE_NAME}', { enumerable: false })
  const known = new WeakMap()
  let last = 0
  probe.identify = function (...objects) {
    const numbers = []
    for (const object of objects) {
      if (!known.has(object)) known.set(object, ++last)
      numbers.push(known.get(object))
    }
    return numbers
  }
  const load = typeof require === 'function' ? require : undefined
  ${KEEP_BUILT_IN}
  probe.longStrings = function (object, limit) {
    if (load === undefined) return null
    if (load('node:util').types.isProxy(object)) return {}
    return (${LONG_STRINGS_OF})(object, limit, probe.Object)
  }
  probe.show = function (value) {
    if (typeof value === 'string') return value
    if (load !== undefined) return load('node:util').inspect(value, { depth: 1, breakLength: Infinity })
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
})()`

/**
 * For V8 an exception in an ES module is caught, since Node's loader catches it to end the program. So the exception that
 * ends the program is noticed where Node announces it, unless the program already stopped for it.
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

/** What the adapter has put into the program: see `injected-names.ts`. */
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

  /** Installs it in a `vm` context, which `install` does not reach. */
  async installIn(contextId: number): Promise<void> {
    await this.#connection.send('Runtime.addBinding', { name: PROBE_NAME, executionContextId: contextId })
    await this.#connection.send('Runtime.evaluate', { expression: INSTALL, contextId, silent: true })
  }

  /** Whether the context of this call has the probe. */
  async isIn({ callFrameId }: { readonly callFrameId: string }): Promise<boolean> {
    const { result } = await this.#connection.send('Debugger.evaluateOnCallFrame', {
      callFrameId,
      expression: `typeof globalThis.${PROBE_NAME}`,
      silent: true,
    })
    return result.value === 'function'
  }

  /** Sets whether the program stops for an exception that ends it and that has not stopped it before. */
  async watchUncaught(isWatching: boolean): Promise<void> {
    await this.#run(`globalThis.${PROBE_NAME}.isWatching = ${isWatching}`)
  }

  /** Notes that the program stops for this object, so that it does not stop again as uncaught. Returns whether it stopped before. */
  async markSeen(objectId: string): Promise<boolean> {
    const { result } = await this.#connection.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: MARK_SEEN,
      returnByValue: true,
      silent: true,
    })
    return result.value === true
  }

  /**
   * A number for each object: the same object always has the same one.
   * @returns undefined for objects that V8 does not take as arguments, because they belong to a `vm` context
   */
  async identify(objectIds: readonly string[]): Promise<readonly number[] | undefined> {
    const { result: probe } = await this.#connection.send('Runtime.evaluate', {
      expression: `globalThis.${PROBE_NAME}`,
    })
    const answer = await this.#connection
      .send('Runtime.callFunctionOn', {
        objectId: probe.objectId ?? '',
        functionDeclaration: 'function (...objects) { return this.identify(...objects) }',
        arguments: objectIds.map((objectId) => ({ objectId })),
        returnByValue: true,
        silent: true,
      })
      .catch(() => undefined)
    const numbers: unknown = answer?.result.value
    return Array.isArray(numbers) ? (numbers as number[]) : undefined
  }

  /** Removes everything, for a program that goes on without a debugger. */
  async uninstall(): Promise<void> {
    await this.#run(UNINSTALL)
    await this.#connection.send('Runtime.removeBinding', { name: PROBE_NAME })
  }

  async #run(expression: string): Promise<void> {
    await this.#connection.send('Runtime.evaluate', { expression, includeCommandLineAPI: true, silent: true })
  }
}
