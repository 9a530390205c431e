import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Speed rather than size: outputs of one program repeat each other so much that more effort gains little. */
const LEVEL = { level: 1 }

/** How the workflow tree packs outputs that are no longer new. */
export const deflate = {
  // zlib's own buffer has room for 16 KiB, however few bytes are in it: a copy has not.
  pack: (text: string): Uint8Array => Buffer.from(deflateRawSync(text, LEVEL)),
  unpack: (packed: Uint8Array): string => inflateRawSync(packed).toString(),
}
