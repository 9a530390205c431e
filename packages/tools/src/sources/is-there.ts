import { opendir } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { BreakpointView } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { readLines } from './local-file.js'

/**
 * Whether the program has the place of a breakpoint: its file was loaded, or somebody defines its function. An adapter that confirms
 * any place (`traits.confirmsAnyPlace`) does not know; what is not known otherwise counts as there.
 */
export async function isThere(on: SessionCall, view: BreakpointView): Promise<boolean> {
  const { confirmsAnyPlace, noCodeAtLine } = on.traits
  if (view.hits > 0) return true
  if (confirmsAnyPlace !== undefined)
    return view.what === 'function'
      ? isDefined(on, view.function ?? '', confirmsAnyPlace.definition)
      : isLoaded(on, view)
  const isInFile = noCodeAtLine !== undefined && new RegExp(noCodeAtLine).test(view.message ?? '')
  return view.verified || isInFile || (view.what === 'source' && isKnownFile(on, view.path))
}

const isLoaded = (on: SessionCall, { path, loaded }: BreakpointView): boolean =>
  loaded !== false || isKnownFile(on, path)

/** Whether a file is the program itself, or one that the adapter has named as loaded or in which a breakpoint holds. */
function isKnownFile({ view, session, traits }: SessionCall, path: string | undefined): boolean {
  if (path === undefined) return false
  if (path === session.program || view.loadedSources.some((source) => source.path === path)) return true
  const holds = ({ hits, verified }: BreakpointView) => hits > 0 || (verified && traits.confirmsAnyPlace === undefined)
  return view.breakpoints.some((one) => one.path === path && holds(one))
}

/** How many files are searched for a function, and how deep. */
const MOST_FILES = 400
const DEEPEST = 6
/** Folders of other people's code. */
const NOT_OWN = /^(\.|__pycache__$|node_modules$|site-packages$|venv$)/

/** Whether a source in the folder of the program defines a function. Where there are too many to look, it counts as defined. */
async function isDefined({ session }: SessionCall, name: string, definition: string): Promise<boolean> {
  const { program } = session
  if (program === undefined || program === '') return true
  const bare = name.split('.').at(-1) ?? name
  const pattern = new RegExp(definition.replace('{{name}}', bare.replace(/[^\p{L}\p{N}_]/gu, '\\$&')))
  const files = await sourcesIn(dirname(program), extname(program), DEEPEST)
  if (files.length >= MOST_FILES) return true
  for (const file of files) if (((await readLines(file)) ?? []).some((line) => pattern.test(line))) return true
  return false
}

async function sourcesIn(folder: string, extension: string, depth: number): Promise<string[]> {
  const found: string[] = []
  const entries = await opendir(folder).catch(() => undefined)
  if (entries === undefined) return found
  for await (const entry of entries) {
    if (found.length >= MOST_FILES || NOT_OWN.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isFile() && extname(entry.name) === extension) found.push(path)
    if (entry.isDirectory() && depth > 0) found.push(...(await sourcesIn(path, extension, depth - 1)))
  }
  return found
}
