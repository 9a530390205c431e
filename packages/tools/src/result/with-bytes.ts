import { Buffer } from 'node:buffer'
import { isJsonObject } from '@dapplex/protocol'

type Result = Record<string, unknown>

/** Counts in `_meta.bytes` the UTF-8 bytes of a result as JSON, without its `_meta`: what a model pays for it. */
export function withBytes({ _meta: meta, ...own }: Result): Result {
  return { ...own, _meta: { ...(isJsonObject(meta) ? meta : {}), bytes: bytesOf(own) } }
}

export const bytesOf = (result: object): number => Buffer.byteLength(JSON.stringify(result))
