import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { countIn, isJsonObject, type JsonObject, textIn } from '@dapplex/protocol'
import type { Debuggee } from '../debuggee/debuggee.js'
import { ShimError } from '../errors/shim-error.js'

interface Documents {
  readonly documents: readonly { readonly path: string; readonly algorithm: string; readonly checksum: string }[]
  readonly embedded: readonly string[]
}

/** `modules`: the modules from netcoredbg's events. */
export function modules(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const all = debuggee.modules.all()
  const start = countIn(args, 'startModule') ?? 0
  const count = countIn(args, 'moduleCount') ?? 0
  return Promise.resolve({
    modules: count > 0 ? all.slice(start, start + count) : all.slice(start),
    totalModules: all.length,
  })
}

/** `loadedSources`: the files that the portable symbols of the loaded modules name. */
export async function loadedSources(
  _args: JsonObject,
  debuggee: Debuggee,
): Promise<{ readonly sources: readonly Dap.Source[] }> {
  const sources: Dap.Source[] = []
  if (!debuggee.areHelpersBuilt()) return { sources }
  for (const { path: module } of debuggee.modules.withSymbols()) {
    const { documents } = await debuggee.compiler
      .ask<Documents>('documents', { module })
      .catch(() => ({ documents: [] }))
    for (const { path, algorithm, checksum } of documents) {
      if (sources.some((one) => one.path === path)) continue
      const isKnown = algorithm === 'SHA1' || algorithm === 'SHA256'
      sources.push({ name: basename(path), path, ...(isKnown ? { checksums: [{ algorithm, checksum }] } : {}) })
    }
  }
  return { sources }
}

/**
 * `source`: the text embedded in the symbols, or else the file, if the symbols name it. No other file of this machine is read: who may
 * only look at the program must not learn what its user keeps.
 */
export async function source(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const given = isJsonObject(args['source']) ? args['source'] : args
  const path = textIn(given, 'path')
  if (path === undefined) throw new ShimError('INVALID_FILE', 'a source is asked for by its path', { path: '' })
  const embedded = await embeddedText(debuggee, path)
  const content = embedded ?? (await namedFile(debuggee, path))
  if (content === undefined) {
    const says = `no loaded module carries the text of ${path}, or names it as a source that is on this machine`
    throw new ShimError('INVALID_FILE', says, { path })
  }
  return { content, mimeType: 'text/x-csharp' }
}

async function namedFile(debuggee: Debuggee, path: string): Promise<string | undefined> {
  const { sources } = await loadedSources({}, debuggee)
  if (!sources.some((one) => one.path === path)) return undefined
  return readFile(path, 'utf8').catch(() => undefined)
}

async function embeddedText(debuggee: Debuggee, path: string): Promise<string | undefined> {
  if (!debuggee.areHelpersBuilt()) return undefined
  for (const { path: module } of debuggee.modules.withSymbols()) {
    const read = debuggee.compiler.ask<{ content: string }>('source', { module, path })
    const found = await read.catch(() => undefined)
    if (found !== undefined) return found.content
  }
  return undefined
}
