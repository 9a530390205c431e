/** How a test host and its runner write messages on their connection: the length in bytes, seven bits a byte and the lowest first, then JSON. */
const MOST_BYTES = 64 * 1024 * 1024

export function frameMessage(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  const length: number[] = []
  for (let rest = body.length; ; rest >>>= 7) {
    if (rest < 128) {
      length.push(rest)
      break
    }
    length.push((rest & 127) | 128)
  }
  return Buffer.concat([Buffer.from(length), body])
}

/** Cuts what arrives into messages. */
export class MessageFrames {
  #held: Buffer = Buffer.alloc(0)

  /** @throws Error for a length that no message has, and for a message that is no JSON */
  add(chunk: Buffer): unknown[] {
    this.#held = Buffer.concat([this.#held, chunk])
    const messages: unknown[] = []
    for (let next = this.#take(); next !== undefined; next = this.#take()) messages.push(JSON.parse(next))
    return messages
  }

  #take(): string | undefined {
    const head = lengthIn(this.#held)
    if (head === undefined) return undefined
    const { length, at } = head
    if (length > MOST_BYTES) throw new Error(`a message of ${length} bytes is too long`)
    if (this.#held.length < at + length) return undefined
    const text = this.#held.toString('utf8', at, at + length)
    this.#held = this.#held.subarray(at + length)
    return text
  }
}

/** The length at the start, and where the message begins; undefined while the length is not complete. */
function lengthIn(bytes: Buffer): { readonly length: number; readonly at: number } | undefined {
  let length = 0
  for (const [index, byte] of bytes.subarray(0, 5).entries()) {
    length += (byte & 127) * 2 ** (7 * index)
    if (byte < 128) return { length, at: index + 1 }
  }
  if (bytes.length >= 5) throw new Error('the length of a message does not end')
  return undefined
}
