// Runs the function of a test so that V8 sees whether the test handles an error: a test framework catches all errors, so that none
// would be uncaught for a debugger.

/** Functions that tell the framework of an error, by the promise that nothing handles. */
const waiting = new WeakMap()
const emit = process.emit

process.emit = function emitOthers(event, ...args) {
  const [error, promise] = args
  const reject = event === 'unhandledRejection' ? waiting.get(promise) : undefined
  if (reject === undefined) return Reflect.apply(emit, this, [event, ...args])
  waiting.delete(promise)
  reject(error)
  return true
}

const later = setImmediate

/** Calls a function with nothing around it that catches. The promise tells the framework what it would have seen itself. */
export function unguarded(call) {
  return new Promise((resolve, reject) => {
    later(() => {
      const done = (async () => call())().then(resolve)
      waiting.set(done, reject)
    })
  })
}
