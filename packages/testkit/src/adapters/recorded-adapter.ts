import { isDeepStrictEqual } from 'node:util'
import type { MessagePort } from '@dapplex/transport'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { isMessage, type AnyMessage } from '../dap/entry.js'
import type { Transcript } from '../transcripts/transcript.js'

export interface RecordedAdapterOptions {
  /** Paths of this machine, and what stands for them in the recording. */
  readonly paths?: Readonly<Record<string, string>>
  /** Called before each message is sent, with its recorded time in ms. */
  readonly onTime?: (t: number) => void
}

/**
 * The adapter of a recording, on any port: a request that was recorded, with the same arguments, is answered as it was, and
 * what came until the next request follows. Requests that are left out are skipped; one that was never recorded fails.
 */
export class RecordedAdapter {
  /** Requests that are not in the recording. */
  readonly unknown: string[] = []
  readonly #port: MessagePort
  readonly #lines: Transcript['lines']
  readonly #options: RecordedAdapterOptions
  /** Seq of the recorded request → seq of the one that was sent now. */
  readonly #asked = new Map<number, number>()
  #at = 0
  #seq = 0

  constructor(port: MessagePort, { lines }: Transcript, options: RecordedAdapterOptions = {}) {
    this.#port = port
    this.#lines = lines
    this.#options = options
    port.onMessage(({ value }) => {
      const message = translate(value, this.#paths())
      if (isMessage(message) && message.type === 'request') this.#take(message as Dap.Request)
    })
  }

  #take(request: Dap.Request): void {
    const found = this.#find(request)
    if (found === undefined) return this.#refuse(request)
    this.#asked.set(this.#lines[found]?.m.seq ?? 0, request.seq)
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at]
      if (line?.dir === 'in') this.#send(line)
      else if (this.#at > found) return
    }
  }

  /** Searches from here on. Earlier recorded requests have been skipped. */
  #find({ command, arguments: args }: Dap.Request): number | undefined {
    const index = this.#lines.findIndex(({ dir, m }, at) => {
      if (at < this.#at || dir !== 'out' || !('command' in m)) return false
      return m.command === command && isDeepStrictEqual((m as Dap.Request).arguments ?? {}, args ?? {})
    })
    return index === -1 ? undefined : index
  }

  #send({ t, m }: { readonly t: number; readonly m: AnyMessage }): void {
    if ('request_seq' in m) {
      const seq = this.#asked.get(m.request_seq)
      if (seq === undefined) return
      this.#deliver(t, { ...m, request_seq: seq })
    } else this.#deliver(t, m)
  }

  #deliver(t: number, message: object): void {
    this.#options.onTime?.(t)
    const back = Object.fromEntries(Object.entries(this.#paths()).map(([here, there]) => [there, here]))
    this.#port.send(translate({ ...message, seq: ++this.#seq }, back))
  }

  #refuse({ seq, command, arguments: args }: Dap.Request): void {
    this.unknown.push(`${command} ${JSON.stringify(args)}`)
    const said = command === 'disconnect' ? { success: true } : { success: false, message: `${command}: not recorded` }
    this.#port.send({ seq: ++this.#seq, type: 'response', request_seq: seq, command, ...said })
  }

  #paths(): Readonly<Record<string, string>> {
    return this.#options.paths ?? {}
  }
}

/** Replaces paths anywhere in a message, the longest first. */
export function translate<T>(message: T, paths: Readonly<Record<string, string>>): T {
  const inside = (text: string) => JSON.stringify(text).slice(1, -1)
  const from = Object.keys(paths).sort((a, b) => b.length - a.length)
  const text = from.reduce(
    (changed, path) => changed.replaceAll(inside(path), inside(paths[path] ?? '')),
    JSON.stringify(message),
  )
  return JSON.parse(text) as T
}
