import type { AdapterEnd } from './running-adapter.js'

/** Characters that are shown of it. */
const SHOWN = 120

/** The text that an adapter has written before its first message. Where no message comes, it is what was started by mistake. */
export class Greeting {
  #first: string | undefined
  #hasSpoken = false

  textCame(text: string): void {
    this.#first ??= text.split('\n', 1)[0]?.slice(0, SHOWN)
  }

  messageCame(): void {
    this.#hasSpoken = true
  }

  explain(end: AdapterEnd): AdapterEnd {
    if (this.#hasSpoken || this.#first === undefined) return end
    return { ...end, why: `${end.why} and wrote no message of the Debug Adapter Protocol, only text: "${this.#first}"` }
  }
}
