import { readdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { toolError, type TestTarget } from '@dapplex/protocol'
import type { Call } from '../call/call.js'
import { invalidParameter } from '../call/invalid-parameter.js'

/** Files that are looked at, at most. */
const MOST_FILES = 5_000
const DEEPEST = 12
/** Folders of dependencies and of what a build has made. Hidden folders are left out too. */
const FOREIGN: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'site-packages',
  '__pycache__',
  'venv',
  'vendor',
  'dist',
  'build',
  'bin',
  'obj',
  'target',
])

/**
 * Finds a file or folder with tests; by default the folder of the caller.
 * @throws ToolError INVALID_PATH, INVALID_PARAMETER where the caller has no folder
 */
export async function testTarget(asked: string | undefined, { sessions }: Call): Promise<TestTarget> {
  const path = asked ?? sessions.folder
  if (path === undefined) {
    const says = 'Give target: the absolute path of a file with tests, or of the folder of a project'
    throw invalidParameter({ field: 'target', says })
  }
  if (!isAbsolute(path)) throw toolError('INVALID_PATH', { path }, `'${path}' is relative: give an absolute path`)
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw toolError('INVALID_PATH', { path })
  const isFolder = found.isDirectory()
  const folder = isFolder ? path : dirname(path)
  return { path, isFolder, files: isFolder ? await filesBelow(path) : [path], folders: await foldersAbove(folder) }
}

async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = []
  let level = [folder]
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const next: string[] = []
    for (const one of level) {
      const entries = await readdir(one, { withFileTypes: true }).catch(() => [])
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        if (files.length >= MOST_FILES) return files
        if (entry.isFile()) files.push(join(one, entry.name))
        else if (entry.isDirectory() && !entry.name.startsWith('.') && !FOREIGN.has(entry.name))
          next.push(join(one, entry.name))
      }
    }
    level = next
  }
  return files
}

/** Up to the root of the repository; without one, the folder alone. */
async function foldersAbove(folder: string): Promise<string[]> {
  const folders: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    folders.push(at)
    const isRoot = await stat(join(at, '.git')).then(
      () => true,
      () => false,
    )
    if (isRoot) return folders
    if (at === dirname(at)) return [folder]
  }
}
