import { deflateRawSync, inflateRawSync } from 'node:zlib'

export const packing = {
  pack: (text: string): Uint8Array => deflateRawSync(text),
  unpack: (packed: Uint8Array): string => inflateRawSync(packed).toString(),
}
