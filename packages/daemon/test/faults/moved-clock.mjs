/* global performance, setInterval, clearInterval */
// The clocks of this process, which can be moved: the wall clock alone (somebody sets it), or all of them with the timers, as if the
// time had passed. To be imported before everything that uses them.
import { setImmediate as nextTurn } from 'node:timers/promises'

let setBy = 0
let passed = 0
let fired = 0

const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + setBy + passed)
    else super(...given)
  }

  static now() {
    return RealDate.now() + setBy + passed
  }
}

const realNow = performance.now.bind(performance)
const now = () => realNow() + passed
performance.now = now

/** The timers that wait, by the object that their owner has. One that was moved runs by another one, `runsBy`. */
const waiting = new Map()
const real = { setTimeout, clearTimeout, setInterval, clearInterval }

function start(how, act, ms, args) {
  const every = how === 'setInterval' ? ms : undefined
  const run = () => {
    if (every === undefined) waiting.delete(timer)
    else timing.due = now() + every
    act(...args)
  }
  const timer = real[how](run, ms)
  const timing = { due: now() + (ms ?? 0), run, every, runsBy: timer }
  waiting.set(timer, timing)
  return timer
}

function stop(timer) {
  const timing = waiting.get(timer)
  waiting.delete(timer)
  real.clearTimeout(timing?.runsBy)
  real.clearTimeout(timer)
}

Object.assign(globalThis, {
  setTimeout: Object.assign((act, ms, ...args) => start('setTimeout', act, ms, args), { [promisified()]: later }),
  setInterval: (act, ms, ...args) => start('setInterval', act, ms, args),
  clearTimeout: stop,
  clearInterval: stop,
})

function promisified() {
  return Symbol.for('nodejs.util.promisify.custom')
}

function later(ms, value) {
  return new Promise((resolve) => globalThis.setTimeout(resolve, ms, value))
}

/** Somebody sets the wall clock. */
export function setWallClock(ms) {
  setBy += ms
}

/** So much time passes at once: what is due runs, in its order. @returns how many timers that were */
export async function letTimePass(ms) {
  const end = now() + ms
  fired = 0
  for (;;) {
    const [next] = [...waiting].filter(([, { due }]) => due <= end).sort(([, one], [, other]) => one.due - other.due)
    if (next === undefined) break
    const [timer, timing] = next
    passed += Math.max(0, timing.due - now())
    fired += 1
    if (timing.every === undefined) stop(timer)
    timing.run()
    for (let turns = 0; turns < 10; turns += 1) await nextTurn()
  }
  passed += Math.max(0, end - now())
  for (const timing of waiting.values()) {
    if (timing.every !== undefined) continue
    real.clearTimeout(timing.runsBy)
    timing.runsBy = real.setTimeout(timing.run, Math.max(0, timing.due - now()))
    timing.runsBy.unref()
  }
  return fired
}
