import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join, dirname, basename } from 'node:path'
import { isJsonObject } from '@dapplex/protocol'

/** What the file of a native launcher contains (dotnet/designs, "single-file"): nothing, the program, or program and runtime. */
export type Bundle = 'none' | 'framework-dependent' | 'self-contained'

/** The 32 bytes that follow the offset of the bundle in a launcher: SHA-256 of ".net core bundle\n". */
const MARK = Buffer.from('8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae', 'hex')
const LARGEST_HEADER = 64 * 1024

/** Never throws. A file that cannot be read counts as 'none'. */
export function bundleOf(path: string): Bundle {
  try {
    const file = readFileSync(path)
    const at = file.indexOf(MARK)
    const offset = at < 8 ? 0 : Number(file.readBigInt64LE(at - 8))
    if (offset <= 0 || offset >= file.length) return 'none'
    return /"includedFrameworks"/.test(runtimeSettings(path, offset)) ? 'self-contained' : 'framework-dependent'
  } catch {
    return 'none'
  }
}

/**
 * The runtimeconfig.json in a bundle. The header has the version, the number of files and the id, then offset and size of
 * deps.json, then offset and size of runtimeconfig.json.
 */
function runtimeSettings(path: string, offset: number): string {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(Math.min(LARGEST_HEADER, fstatSync(file).size - offset))
    readSync(file, head, 0, head.length, offset)
    const idLength = head.readUInt8(12)
    const places = 13 + idLength
    const [from, size] = [head.readBigInt64LE(places + 16), head.readBigInt64LE(places + 24)].map(Number)
    const text = Buffer.alloc(size ?? 0)
    readSync(file, text, 0, text.length, from ?? 0)
    return text.toString('utf8')
  } finally {
    closeSync(file)
  }
}

/**
 * Whether the program was trimmed when it was published. Trimming removes unused code, also the code that a debugger calls.
 * The SDK then writes that startup hooks are not supported (.NET docs, "Trimming options").
 */
export function isTrimmed(assembly: string): boolean {
  const settings = join(dirname(assembly), basename(assembly).replace(/\.dll$/i, '.runtimeconfig.json'))
  try {
    const options: unknown = (JSON.parse(readFileSync(settings, 'utf8')) as { runtimeOptions?: unknown }).runtimeOptions
    const properties = isJsonObject(options) ? options['configProperties'] : undefined
    return isJsonObject(properties) && properties['System.StartupHookProvider.IsSupported'] === false
  } catch {
    return false
  }
}
