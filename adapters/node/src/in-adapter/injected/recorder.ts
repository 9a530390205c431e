import { PROBE_NAME } from './injected-names.js'

/** Where the recorder of a call is, while there is one. */
const RECORDER = `globalThis.${PROBE_NAME}.recorder`

/**
 * Records the lines of one call: conditions of breakpoints call `at`. Only data properties are read, so no code of the program
 * runs. The call is known by how many frames are on the stack: other calls of the same function have more. V8 evaluates a
 * condition as it evaluates an expression in a frame, so both see the same number.
 */
const SOURCE = `(function (most, load, first) {
  const LONGEST = 400
  const MOST = { array: 100, object: 5 }
  const isProxy = load === undefined ? () => false : load('node:util').types.isProxy
  const isCollection = load === undefined ? () => false : (value) => load('node:util').types.isMap(value) || load('node:util').types.isSet(value)
  const data = (object, key) => Object.getOwnPropertyDescriptor(object, key)?.value
  const className = (object) => {
    for (let holder = Object.getPrototypeOf(object); holder !== null && !isProxy(holder); holder = Object.getPrototypeOf(holder)) {
      const made = data(holder, 'constructor')
      if (typeof made === 'function' && !isProxy(made)) return String(data(made, 'name') ?? '')
    }
    return ''
  }
  const headOf = (object) => {
    if (isProxy(object)) return 'Proxy'
    const name = className(object)
    if (Array.isArray(object)) return name + '(' + object.length + ')'
    if (!isCollection(object)) return name
    return name + '(' + Reflect.get(load('node:util').types.isMap(object) ? Map.prototype : Set.prototype, 'size', object) + ')'
  }
  const short = (value) => (typeof value === 'object' && value !== null ? headOf(value) : plain(value))
  const plain = (value) => {
    switch (typeof value) {
      case 'string':
        return "'" + value.slice(0, LONGEST).replace(/[\\\\'\\n\\r\\t]/g, (one) => ({ '\\\\': '\\\\\\\\', "'": "\\\\'", '\\n': '\\\\n', '\\r': '\\\\r', '\\t': '\\\\t' })[one]) + "'"
      case 'bigint':
        return String(value) + 'n'
      case 'function':
        return 'ƒ ' + (isProxy(value) ? '' : String(data(value, 'name') ?? '')) + '()'
      default:
        return Object.is(value, -0) ? '-0' : String(value)
    }
  }
  const membersOf = (object, most) => {
    const keys = Object.keys(object)
    const shown = keys.slice(0, most).flatMap((key) => {
      const described = Object.getOwnPropertyDescriptor(object, key)
      const text = described !== undefined && 'value' in described ? short(described.value) : '(…)'
      return [Array.isArray(object) ? text : key + ': ' + text]
    })
    return (keys.length > most ? [...shown, '…'] : shown).join(', ')
  }
  const textOf = (value) => {
    if (typeof value !== 'object' || value === null) return plain(value)
    const head = headOf(value)
    if (isProxy(value)) return head
    if (Array.isArray(value)) return head + ' [' + membersOf(value, MOST.array) + ']'
    return (head === 'Object' || head === '' ? '' : head + ' ') + '{' + membersOf(value, MOST.object) + '}'
  }
  const depth = () => {
    const kept = ['stackTraceLimit', 'prepareStackTrace'].map((name) => [name, Object.getOwnPropertyDescriptor(Error, name)])
    Object.defineProperty(Error, 'stackTraceLimit', { value: Infinity, configurable: true, writable: true })
    Object.defineProperty(Error, 'prepareStackTrace', { value: (_error, sites) => sites.length, configurable: true, writable: true })
    const count = new Error().stack
    for (const [name, described] of kept) {
      if (described === undefined) delete Error[name]
      else Object.defineProperty(Error, name, described)
    }
    return count
  }
  const read = (getters) => {
    const texts = new Map()
    for (const [name, get] of getters) {
      try {
        texts.set(name, textOf(get()).slice(0, LONGEST))
      } catch {
        // It is not in scope here, or has no value yet.
      }
    }
    return texts
  }
  const recorder = { own: undefined, lines: [], count: 0, isFlagged: false, texts: new Map() }
  recorder.begin = (getters) => {
    recorder.own = depth()
    recorder.texts = read(getters)
    return typeof recorder.own === 'number'
  }
  recorder.at = (line, getters, flag) => {
    if (depth() !== recorder.own) return false
    const before = recorder.texts
    const texts = (recorder.texts = read(getters))
    const changes = []
    for (const [name, after] of texts) {
      const old = before.get(name)
      if (old !== after) changes.push(old === undefined ? { name, after } : { name, before: old, after })
    }
    const row = { line, changes }
    try {
      if (!recorder.isFlagged && flag()) row.flagged = recorder.isFlagged = true
    } catch {
      // A flag that throws is not true.
    }
    recorder.lines.push(row)
    recorder.count += 1
    return recorder.count >= most
  }
  ${RECORDER} = recorder
  return true
})`

/** Where a call stands, and what it can read there. */
export interface Recorded {
  readonly names: readonly string[]
  /** Most lines. */
  readonly most: number
  readonly flag: string | undefined
}

/** Makes the recorder. It is evaluated in the call with the helpers of a console, among which `require` is. */
export const installRecorder = ({ most }: Recorded): string =>
  `${SOURCE}(${most}, typeof require === 'function' ? require : undefined)`

/** Reads the variables where the call stands. False where they cannot be recorded. The shape is that of a condition. */
export const beginRecording = (recorded: Recorded): string =>
  guarded(`${RECORDER}.begin(${gettersOf(recorded)}) && (() => (${recorded.flag ?? 'false'}\n)) !== undefined`)

/** The condition of a breakpoint at a line. The adapter puts it into the shape of `beginRecording` (`breakpoints/condition.ts`). */
export const recordingAt = (line: number, recorded: Recorded): string =>
  `${RECORDER}.at(${line}, ${gettersOf(recorded)}, () => (${recorded.flag ?? 'false'}\n))`

/** Takes lines out, as JSON. After the last there is no recorder. */
export const takeRecorded = (count: number): string =>
  `(() => { const taken = ${RECORDER}?.lines.splice(0, ${count}) ?? []; if (taken.length === 0) delete ${RECORDER}; return JSON.stringify(taken) })()`

const guarded = (expression: string): string =>
  `(() => { try { return !!(${expression}\n) } catch (error) { return false } })()`

const gettersOf = ({ names }: Recorded): string => `[${names.map((name) => `['${name}', () => ${name}]`).join(', ')}]`
