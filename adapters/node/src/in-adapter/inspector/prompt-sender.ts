import { randomBytes } from 'node:crypto'

/**
 * The start of every frame that is sent: text, final, masked, an 8-byte length whose upper four bytes are 0. These bytes are
 * the same for every message, so they can be sent before the message exists.
 */
const HEAD = Buffer.from([0x81, 0xff, 0, 0, 0, 0])

/**
 * Writes WebSocket text frames, and acknowledges at once what the inspector sends.
 *
 * Node's inspector leaves Nagle's algorithm on: after an answer it holds back the event that follows until our side has
 * acknowledged the answer, which the kernel delays by 40 ms, since a client that answers is expected to carry the
 * acknowledgement itself. Measured on Node 20 and Linux: 44 ms a step. So a byte of the next frame's start is sent for what
 * came. It carries the acknowledgement and means nothing yet: 0.8 ms a step. When the start is used up (six messages
 * without an answer from this side) the kernel's delay applies again.
 */
export class PromptSender {
  readonly #write: (bytes: Uint8Array) => void
  #sent = 0

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write
  }

  /** A message has come. */
  acknowledge(): void {
    if (this.#sent === HEAD.length) return
    this.#write(HEAD.subarray(this.#sent, this.#sent + 1))
    this.#sent += 1
  }

  /** Sends one message of less than 4 GiB. */
  send(text: string): void {
    const body = Buffer.from(text, 'utf8')
    const mask = randomBytes(4)
    const start = HEAD.subarray(this.#sent)
    const frame = Buffer.allocUnsafe(start.length + 8 + body.length)
    start.copy(frame)
    frame.writeUInt32BE(body.length, start.length)
    mask.copy(frame, start.length + 4)
    maskInto(frame.subarray(start.length + 8), { body, mask })
    this.#sent = 0
    this.#write(frame)
  }
}

function maskInto(target: Buffer, { body, mask }: { body: Buffer; mask: Buffer }): void {
  for (const [index, byte] of body.entries()) target[index] = byte ^ (mask[index & 3] ?? 0)
}
