import type { Input } from '@dapplex/mux'
import { countIn, isJsonObject, type ScannedAnswer } from '@dapplex/protocol'
import type { Incoming } from '@dapplex/transport'

/** An input of the core without its time, which the runtime adds. */
export type SessionInput = (Input extends infer I
  ? I extends { readonly now: number }
    ? Omit<I, 'now'>
    : never
  : never) & {
  /** The message of this input as UTF-8 JSON, where it is passed on as it came: it need not be printed for the journal. */
  readonly printed?: Uint8Array | undefined
}

/** A message of the adapter. `message` of an `answer` is parsed when it is read. */
export type FromAdapter = Extract<SessionInput, { readonly kind: 'adapterMessage' }>

/** An answer of the adapter that is parsed only if somebody asks for its message. */
export class UnparsedAnswer {
  readonly kind = 'adapterMessage'
  readonly answer: ScannedAnswer
  readonly #incoming: Incoming

  constructor(incoming: Incoming, answer: ScannedAnswer) {
    this.#incoming = incoming
    this.answer = answer
  }

  get message(): unknown {
    return this.#incoming.value
  }

  get printed(): Uint8Array {
    return this.#incoming.bytes
  }
}

/** The number of the request that a message of the adapter answers; undefined for any other message. */
export function answeredSeq(input: FromAdapter): number | undefined {
  if (input.answer !== undefined) return input.answer.requestSeq
  const { message } = input
  return isJsonObject(message) && message['type'] === 'response' ? countIn(message, 'request_seq') : undefined
}
