import { blankEnd, BYTE, countBetween, numberEnd, plainStringEnd, standsAt } from './json-ends.js'
import { BodyScan, type ScannedId } from './scan-body.js'

/** The requests whose answers are long, are asked for at every stop, and hold nothing but ids that has to be changed. */
const COMMANDS = ['stackTrace', 'scopes', 'variables'] as const
export type ScannedCommand = (typeof COMMANDS)[number]

/**
 * What is known of a successful answer to one of a few requests without parsing it: where its body stands, and the ids and paths
 * in it. It is JSON for certain.
 */
export class ScannedAnswer {
  readonly requestSeq: number
  readonly command: ScannedCommand
  /** The whole message, as it came. Shared: never write into it. */
  readonly bytes: Uint8Array
  /** The first byte of its body, and the one behind it. */
  readonly from: number
  readonly to: number
  /** In the order in which they stand. */
  readonly ids: readonly ScannedId[]
  /** Whether it has members that only a client which has asked for them is shown (mux 8). */
  readonly has: { readonly type: boolean; readonly memoryReference: boolean }

  readonly #decode: DecodeText
  /** Where the paths of sources stand, with their quotes: the first byte and the one behind it, by turns. */
  readonly #paths: readonly number[]

  constructor(bytes: Uint8Array, decode: DecodeText, { envelope, body }: { envelope: Envelope; body: BodyScan }) {
    this.bytes = bytes
    this.#decode = decode
    this.requestSeq = envelope.requestSeq
    this.command = envelope.command
    this.from = envelope.from
    this.to = envelope.to
    this.ids = body.ids
    this.has = body.has
    this.#paths = body.paths
  }

  /** The paths of the sources of a stack. Frames that follow each other are mostly of one file: it is given once. */
  sourcePaths(): string[] {
    const found: string[] = []
    let last = 0
    for (let at = 0; at < this.#paths.length; at += 2) {
      const [from = 0, to = 0] = [this.#paths[at], this.#paths[at + 1]]
      if (at > 0 && isSameText(this.bytes, { from, to }, last)) continue
      last = from
      found.push(String(JSON.parse(this.#decode(this.bytes, from, to))))
    }
    return found
  }
}

/** The text that these bytes are in UTF-8. */
export type DecodeText = (bytes: Uint8Array, from: number, to: number) => string

/** Whether the string between these places, quotes included, stands at another place too. */
function isSameText(bytes: Uint8Array, { from, to }: { from: number; to: number }, other: number): boolean {
  for (let at = from; at < to; at += 1) if (bytes[at] !== bytes[other + at - from]) return false
  return true
}

interface Envelope {
  readonly requestSeq: number
  readonly command: ScannedCommand
  readonly from: number
  readonly to: number
}

/** The members of an envelope that can be passed on in this way. Each must be there, once, and no other. */
const MEMBERS = ['seq', 'type', 'request_seq', 'success', 'command', 'body'] as const
const ALL_SEEN = 2 ** MEMBERS.length - 1

/**
 * Scans a message of an adapter; undefined for every message that has to be parsed. That is anything but a success of one of a few
 * requests in a usual form: no escapes in its keys, ids that are whole numbers, nothing that a rule looks at.
 * @param bytes valid UTF-8
 */
export function scanAnswer(bytes: Uint8Array, decode: DecodeText): ScannedAnswer | undefined {
  let at = blankEnd(bytes, 0)
  if (bytes[at] !== BYTE.openObject) return undefined
  const scan = new EnvelopeScan(bytes)
  do {
    at = scan.member(blankEnd(bytes, at + 1))
    if (at === -1) return undefined
    at = blankEnd(bytes, at)
  } while (bytes[at] === BYTE.comma)
  const isWhole = bytes[at] === BYTE.closeObject && blankEnd(bytes, at + 1) === bytes.byteLength
  return isWhole ? scan.answer(decode) : undefined
}

class EnvelopeScan {
  readonly #bytes: Uint8Array
  readonly #body: BodyScan
  #seen = 0
  #requestSeq = 0
  #command: ScannedCommand | undefined
  #from = 0
  #to = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#body = new BodyScan(bytes)
  }

  answer(decode: DecodeText): ScannedAnswer | undefined {
    const command = this.#command
    if (this.#seen !== ALL_SEEN || command === undefined) return undefined
    if (this.#body.hasFrames && command !== 'stackTrace') return undefined
    const envelope = { requestSeq: this.#requestSeq, command, from: this.#from, to: this.#to }
    return new ScannedAnswer(this.#bytes, decode, { envelope, body: this.#body })
  }

  /** Reads one member, from its key on. Gives the place behind it; -1 for a message that has to be parsed. */
  member(at: number): number {
    const bytes = this.#bytes
    if (bytes[at] !== BYTE.quote) return -1
    const end = plainStringEnd(bytes, at + 1)
    const index = memberAt(bytes, at + 1, end)
    const name = MEMBERS[index]
    if (name === undefined || (this.#seen & (1 << index)) !== 0) return -1
    this.#seen |= 1 << index
    const colon = blankEnd(bytes, end + 1)
    return bytes[colon] === BYTE.colon ? this.#value(name, blankEnd(bytes, colon + 1)) : -1
  }

  #value(name: (typeof MEMBERS)[number], at: number): number {
    const bytes = this.#bytes
    switch (name) {
      case 'seq':
        return numberEnd(bytes, at)
      case 'type':
        return standsAt(bytes, at, '"response"') ? at + '"response"'.length : -1
      case 'success':
        return standsAt(bytes, at, 'true') ? at + 'true'.length : -1
      case 'request_seq': {
        const end = numberEnd(bytes, at)
        this.#requestSeq = countBetween(bytes, at, end)
        return end === -1 || this.#requestSeq === -1 ? -1 : end
      }
      case 'command':
        this.#command = COMMANDS.find((one) => standsAt(bytes, at, `"${one}"`))
        return this.#command === undefined ? -1 : at + this.#command.length + 2
      case 'body':
        this.#from = at
        this.#to = this.#body.end(at)
        return this.#to
    }
  }
}

/** Which of the members has this name; -1 for none of them. */
function memberAt(bytes: Uint8Array, from: number, to: number): number {
  for (let index = 0; index < MEMBERS.length; index += 1) {
    const name = MEMBERS[index] ?? ''
    if (name.length === to - from && standsAt(bytes, from, name)) return index
  }
  return -1
}
