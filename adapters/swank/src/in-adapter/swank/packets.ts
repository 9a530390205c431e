/** Length of a Swank header: 6 hexadecimal digits, the length of the body in UTF-8 bytes. */
const headerBytes = 6
/** The header's 24 bits: a longer body would close the connection on the other side. */
export const maxBodyBytes = 0xff_ff_ff

/**
 * One packet of the Swank protocol.
 * Errors: RangeError when the body has more than 16 MiB.
 */
export function encodePacket(text: string): Buffer {
  const body = Buffer.from(text, 'utf8')
  if (body.length > maxBodyBytes)
    throw new RangeError(`A Swank packet holds 16 MiB, this text has ${body.length} bytes`)
  return Buffer.concat([Buffer.from(body.length.toString(16).padStart(headerBytes, '0'), 'latin1'), body])
}

/** Cuts a byte stream into packets, whatever its chunks are. Errors: Error when a header is not hexadecimal. */
export class PacketReader {
  private chunks: Buffer[] = []
  private size = 0

  /** The bodies that are complete now. */
  take(chunk: Buffer): string[] {
    this.chunks.push(chunk)
    this.size += chunk.length
    const bodies: string[] = []
    for (;;) {
      const body = this.next()
      if (body === undefined) return bodies
      bodies.push(body)
    }
  }

  private next(): string | undefined {
    if (this.size < headerBytes) return undefined
    const header = this.peek(headerBytes).toString('latin1')
    if (!/^[0-9a-fA-F]{6}$/.test(header))
      throw new Error(`This is no Swank server: it sent ${JSON.stringify(header)} as a header`)
    const length = parseInt(header, 16)
    if (this.size < headerBytes + length) return undefined
    const all = this.join()
    const body = all.toString('utf8', headerBytes, headerBytes + length)
    const rest = all.subarray(headerBytes + length)
    this.chunks = rest.length > 0 ? [rest] : []
    this.size = rest.length
    return body
  }

  private peek(bytes: number): Buffer {
    const first = this.chunks[0]
    return first !== undefined && first.length >= bytes ? first.subarray(0, bytes) : this.join().subarray(0, bytes)
  }

  private join(): Buffer {
    const all = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks)
    this.chunks = [all]
    return all
  }
}
