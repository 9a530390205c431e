import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { bundleFor, cacheFor } from './bundles.js'
import { cachePath, writeCache } from './code-cache.js'
import { mapStackTraces } from './stack-traces.js'

/** What a bundle exports. */
interface Entry {
  readonly run: (argv?: readonly string[]) => Promise<void>
}

/** `inputs.json`, which the build writes last: what the bundles were made from. */
interface Inputs {
  /** Changes with the content of the bundles. */
  readonly id: string
  /** Files whose time of change is later than that of `inputs.json` where the bundles are out of date. Relative to its folder. */
  readonly files: readonly string[]
}

export interface Loading {
  /** The first word of the command line. */
  readonly command: string | undefined
  /** `import` of a module that the bundle leaves out. */
  readonly importModule: (specifier: string) => Promise<unknown>
}

/**
 * Loads the code of this command from the bundle that the build has written. Undefined where there is none, or where something
 * was compiled after it: then the modules themselves are loaded, which does the same more slowly.
 */
export function loadBundle(folder: string, { command, importModule }: Loading): Entry | undefined {
  const inputs = readInputs(folder)
  if (inputs === undefined) return undefined
  const name = bundleFor(command)
  const path = join(folder, `${name}.cjs`)
  const cache = cachePath(folder, { name: cacheFor(command), id: inputs.id })
  const cachedData = readOrNothing(cache)
  const script = new Script(readFileSync(path, 'latin1'), {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  mapStackTraces(path)
  if ((cachedData === undefined || script.cachedDataRejected === true) && isWritable(folder))
    process.once('exit', () => writeCache(cache, script))
  return evaluated(script, { folder, importModule })
}

type Scope = Pick<Loading, 'importModule'> & { readonly folder: string }

function evaluated(script: Script, { folder, importModule }: Scope): Entry {
  const require = createRequire(join(folder, 'bundle.cjs'))
  const module = { exports: {} }
  const load = script.runInThisContext() as (...scope: readonly unknown[]) => void
  const moduleUrl = (owner: string, file: string) => urlOf(require, { folder, owner, file })
  load(module.exports, require, module, moduleUrl, importModule)
  return module.exports as Entry
}

/** Where a module of the bundle lies: beside the main file of its package, or of this one (`owner` is empty). */
function urlOf(require: NodeJS.Require, { folder, owner, file }: Record<'folder' | 'owner' | 'file', string>): string {
  return pathToFileURL(join(owner === '' ? dirname(folder) : dirname(mainOf(require, owner)), file)).href
}

/** The adapters are dependencies of the daemon, which may keep them to itself. A search in vain costs more than one that finds. */
function mainOf(require: NodeJS.Require, owner: string): string {
  try {
    return requireOfDaemon(require).resolve(owner)
  } catch {
    return require.resolve(owner)
  }
}

let ofDaemon: NodeJS.Require | undefined
const requireOfDaemon = (require: NodeJS.Require): NodeJS.Require =>
  (ofDaemon ??= createRequire(require.resolve('@dapplex/daemon')))

function readInputs(folder: string): Inputs | undefined {
  const path = join(folder, 'inputs.json')
  const text = readOrNothing(path)
  if (text === undefined) return undefined
  const inputs = JSON.parse(text.toString('utf8')) as Inputs
  const { mtimeMs } = statSync(path)
  return inputs.files.some((file) => changedAt(join(folder, file)) > mtimeMs) ? undefined : inputs
}

/** In an installed package the files of the compiler may be missing: nothing is compiled there. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
