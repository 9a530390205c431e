import type { AnyMessage, Entry, Mark } from './entry.js'

/**
 * Says which messages must come in which order. `inOrder(request('next'), and(response('next'), event('stopped')))`: the
 * answer and the stop come after the request, in any order. Other messages may come in between. One message can satisfy
 * several members of an `and`.
 */
export interface Order {
  /** For error messages. */
  readonly text: string
  /** The mark after the earliest message that satisfies the order, searching from a mark; undefined if none does. */
  readonly match: (entries: readonly Entry[], from: Mark) => Mark | undefined
}

/** One message, by its kind and content. */
export function message(text: string, fits: (entry: Entry) => boolean): Order {
  const match = (entries: readonly Entry[], from: Mark): Mark | undefined => {
    for (let index = from; index < entries.length; index++) {
      const entry = entries[index]
      if (entry !== undefined && fits(entry)) return index + 1
    }
    return undefined
  }
  return { text, match }
}

type Fits = (message: AnyMessage) => boolean
const anything: Fits = () => true

export const event = (name: string, fits = anything): Order =>
  message(
    `event ${name}`,
    ({ message: one }) => one.type === 'event' && 'event' in one && one.event === name && fits(one),
  )

export const response = (command: string, fits = anything): Order =>
  message(
    `response to ${command}`,
    ({ message: one }) => one.type === 'response' && 'command' in one && one.command === command && fits(one),
  )

export const request = (command: string, fits = anything): Order =>
  message(
    `request ${command}`,
    ({ message: one }) => one.type === 'request' && 'command' in one && one.command === command && fits(one),
  )

/** Each after the one before. It is not called `then`, because `import()` treats a module that exports `then` as a promise. */
export const inOrder = (...orders: readonly Order[]): Order => ({
  text: `(${orders.map((one) => one.text).join(' then ')})`,
  match: (entries, from) => {
    let at: Mark | undefined = from
    for (const order of orders) {
      if (at === undefined) return undefined
      at = order.match(entries, at)
    }
    return at
  },
})

/** All of them, in any order. */
export const and = (...orders: readonly Order[]): Order => ({
  text: `(${orders.map((one) => one.text).join(' and ')})`,
  match: (entries, from) => {
    let last: Mark = from
    for (const order of orders) {
      const end = order.match(entries, from)
      if (end === undefined) return undefined
      last = Math.max(last, end)
    }
    return last
  },
})

/** Whichever comes first. */
export const or = (...orders: readonly Order[]): Order => ({
  text: `(${orders.map((one) => one.text).join(' or ')})`,
  match: (entries, from) => {
    const ends = orders.map((order) => order.match(entries, from)).filter((end) => end !== undefined)
    return ends.length === 0 ? undefined : Math.min(...ends)
  },
})

export function matchOrder(order: Order, entries: readonly Entry[], from: Mark = 0): Mark | undefined {
  return order.match(entries, from)
}
