import type { AdapterModule, AdapterPlace } from '@dapplex/protocol'
import { isFile, onPath, runFile } from './executable.js'
import { matchFiles } from './file-pattern.js'
import { missing, type AdapterLocation, type LocateResult, type PlaceResult } from './location.js'
import { runBriefly } from './run-briefly.js'
import { checkVersion } from './version.js'

export interface LocateOptions {
  readonly env: NodeJS.ProcessEnv
  /** Path from the configuration (`adapters.<id>.path`). When it is set, no other place is searched. */
  readonly configured?: string
  /** Launch or attach arguments, for an adapter that the caller names (`find: given`). */
  readonly launchArguments?: Readonly<Record<string, unknown>>
}

/**
 * Searches for an adapter in the places of its definition, in order, and skips versions that are too old.
 * @throws Error where no process can be started, so that it cannot be told whether it is there
 */
export async function locateAdapter(module: AdapterModule, options: LocateOptions): Promise<LocateResult> {
  const tried: string[] = []
  for (const candidate of candidates(module, options)) {
    const result = await candidate()
    const checked = result.kind === 'found' ? await checkVersion(module.definition, result.location) : result
    if (checked.kind === 'found') return { kind: 'found', location: behindOwn(module, checked.location) }
    tried.push(checked.why)
  }
  return { kind: 'missing', tried }
}

/** `start: {through: 'shim'}`: the entry stands before the adapter; an entry that is not built is left out, and the adapter is spoken to as it is. */
function behindOwn({ definition, entry }: AdapterModule, location: AdapterLocation): AdapterLocation {
  const { start } = definition
  if (start.kind !== 'stdio' || start.through !== 'shim' || entry === undefined || !isFile(entry)) return location
  return { ...location, command: process.execPath, args: [entry, location.command, ...location.args] }
}

type Candidate = () => Promise<PlaceResult> | PlaceResult

function candidates(module: AdapterModule, options: LocateOptions): Candidate[] {
  const { configured } = options
  if (configured !== undefined) return [() => atFile(configured, 'adapters in the configuration')]
  return module.definition.find.flatMap((place) => candidatesAt(place, module, options))
}

function candidatesAt(
  place: AdapterPlace,
  module: AdapterModule,
  { env, launchArguments }: LocateOptions,
): Candidate[] {
  switch (place.kind) {
    case 'env': {
      const path = env[place.name]
      return [() => (path === undefined || path === '' ? missing(`${place.name}: not set`) : atFile(path, place.name))]
    }
    case 'path':
      return allOf(onPath(place.command, env), `${place.command}: not on PATH`, (path) => atFile(path, 'PATH'))
    case 'file':
      return allOf(matchFiles(place.pattern).reverse(), `${place.pattern}: no such file`, (path) =>
        atFile(path, 'file'),
      )
    case 'python-module': {
      const interpreters = place.interpreters.flatMap((name) => onPath(name, env))
      const none = `${place.interpreters.join(', ')}: not on PATH`
      return allOf([...new Set(interpreters)], none, (python) => atPythonModule(python, place))
    }
    case 'bundled':
      return [() => atOwnEntry(module.entry)]
    case 'given':
      return [() => atGiven(launchArguments?.[place.argument], place.argument)]
  }
}

/** One candidate for each path, or the one that tells that there is none. */
function allOf(
  paths: readonly string[],
  none: string,
  look: (path: string) => Promise<PlaceResult> | PlaceResult,
): Candidate[] {
  return paths.length === 0 ? [() => missing(none)] : paths.map((path) => () => look(path))
}

function atFile(path: string, from: string): PlaceResult {
  const location = runFile(path)
  return location === undefined ? missing(`${path} (${from}): not a file that can be run`) : { kind: 'found', location }
}

async function atPythonModule(
  python: string,
  { module, runner }: { readonly module: string; readonly runner?: string | undefined },
): Promise<PlaceResult> {
  const check = 'import importlib.util, sys; sys.exit(0 if importlib.util.find_spec(sys.argv[1]) else 1)'
  const said = await runBriefly(python, ['-c', check, module])
  if (said === undefined) return missing(`${python}: cannot import ${module}`)
  const args = runner === undefined ? ['-m', module] : ['-c', runner, '-m', module]
  return { kind: 'found', location: { command: python, args, path: `${python} -m ${module}` } }
}

function atOwnEntry(entry: string | undefined): PlaceResult {
  if (entry === undefined || !isFile(entry))
    return missing(`${entry ?? 'its entry file'}: not built; run the build of this checkout`)
  return { kind: 'found', location: { command: process.execPath, args: [entry], path: entry } }
}

function atGiven(value: unknown, argument: string): PlaceResult {
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string'))
    return missing(`"${argument}": not given; it is the adapter's command and arguments, as a list of texts`)
  const [command, ...args] = value as [string, ...string[]]
  const [path] = onPath(command, process.env)
  const location: AdapterLocation | undefined = path === undefined ? undefined : runFile(path)
  if (location === undefined) return missing(`${command} ("${argument}"): not a command that can be run`)
  return { kind: 'found', location: { ...location, args: [...location.args, ...args] } }
}
