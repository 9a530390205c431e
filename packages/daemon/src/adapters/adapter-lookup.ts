import { join } from 'node:path'
import { nearestName, toolError, type AdapterModule } from '@dapplex/protocol'
import type { AdapterStatus } from '@dapplex/tools'
import { CONFIG_FILE, loadConfig, userConfigPath } from '../config/load-config.js'
import { isFolder } from './infer/demand-file.js'
import { adapterNamed, adaptersFor } from './infer/infer-adapter.js'
import { locateAdapter, type LocateOptions } from './locate/locate-adapter.js'
import type { AdapterLocation, LocateResult, UncheckedAdapter } from './locate/location.js'

/** A found adapter is not searched for again within this time. */
const FRESH_MS = 30_000

/** What is known of a launch or attach when its adapter is looked up. */
export interface LookupContext {
  readonly args: Readonly<Record<string, unknown>>
  readonly cwd: string | undefined
  /** Default: a launch. */
  readonly request?: 'launch' | 'attach'
}

/** Knows the adapters, picks the one for a request, and finds it on this machine. */
export class AdapterLookup {
  readonly modules: readonly AdapterModule[]
  readonly #env: NodeJS.ProcessEnv
  readonly #found = new Map<string, { readonly at: number; readonly result: LocateResult }>()
  /** Searches that are under way, for everybody who asks meanwhile. */
  readonly #searches = new Map<string, Promise<LocateResult | UncheckedAdapter>>()

  constructor(modules: readonly AdapterModule[], env: NodeJS.ProcessEnv) {
    this.modules = modules
    this.#env = env
  }

  /** The adapter of a name or launch type. @throws ToolError ADAPTER_NOT_FOUND naming the nearest known */
  named(name: string): AdapterModule {
    const module = adapterNamed(this.modules, name)
    if (module !== undefined) return module
    const known = this.modules.flatMap(({ definition }) => [definition.id, ...definition.launchTypes])
    const near = nearestName(name, known)
    const ids = this.modules.map(({ definition }) => definition.id).join(', ')
    const install = near === undefined ? `dapplex knows ${ids}` : `did you mean '${near}'? dapplex knows ${ids}`
    throw toolError('ADAPTER_NOT_FOUND', { adapter: name, install })
  }

  /**
   * The adapter for a program: the first installed one that could run it. If none is found, the first that could run it and could not be
   * checked, else the first of all: its `locate` says why, or how to install it.
   * @throws ToolError ADAPTER_NOT_FOUND when no adapter runs such a program
   */
  async forProgram(program: string, context: LookupContext): Promise<AdapterModule> {
    const fitting = adaptersFor(this.modules, program)
    const unchecked: AdapterModule[] = []
    for (const module of fitting) {
      const { kind } = await this.#locate(module, context)
      if (kind === 'found' && module.hooks?.missing?.(this.#env) === undefined) return module
      if (kind === 'unchecked') unchecked.push(module)
    }
    const [first] = [...unchecked, ...fitting]
    if (first !== undefined) return first
    const ids = this.modules.map(({ definition }) => definition.id).join(', ')
    if (isFolder(program)) {
      const message = `'${program}' is a folder without a project that an adapter knows; give the program in it, or name the adapter`
      throw toolError('INVALID_PATH', { path: program }, message)
    }
    throw toolError(
      'ADAPTER_NOT_FOUND',
      { adapter: 'unknown', install: `name one with adapter: ${ids}` },
      `No debug adapter is known for '${program}'`,
    )
  }

  /**
   * Undefined where no process is started.
   * @throws ToolError ADAPTER_NOT_FOUND with the install hint and the places tried; LAUNCH_FAILED, ATTACH_FAILED where it cannot be checked
   */
  async locate(module: AdapterModule, context: LookupContext): Promise<AdapterLocation | undefined> {
    const { definition } = module
    if (definition.start.kind === 'connect') return undefined
    const result = await this.#locate(module, context)
    if (result.kind === 'found') return result.location
    if (result.kind === 'unchecked')
      throw toolError(context.request === 'attach' ? 'ATTACH_FAILED' : 'LAUNCH_FAILED', {
        adapter: definition.id,
        reason: result.why,
      })
    throw toolError('ADAPTER_NOT_FOUND', {
      adapter: definition.id,
      install: definition.install,
      tried: [...result.tried],
    })
  }

  /** All adapters, found or not, or why one could not be checked. */
  statuses(): Promise<readonly AdapterStatus[]> {
    return Promise.all(this.modules.map((module) => this.#status(module)))
  }

  async #status(module: AdapterModule): Promise<AdapterStatus> {
    const { id, title, languages, install, start } = module.definition
    const known = { id, title, languages, install }
    if (start.kind === 'connect') return { ...known, found: true }
    const result = await this.#locate(module, { args: {}, cwd: undefined })
    if (result.kind === 'unchecked') return { ...known, found: false, problem: result.why }
    if (result.kind === 'missing' || module.hooks?.missing?.(this.#env) !== undefined) return { ...known, found: false }
    const { path, version } = result.location
    return { ...known, found: true, path, ...(version === undefined ? {} : { version }) }
  }

  async #locate(module: AdapterModule, { args, cwd }: LookupContext): Promise<LocateResult | UncheckedAdapter> {
    const { id, find } = module.definition
    const configured = await this.#configuredPath(id, cwd)
    const options = { env: this.#env, launchArguments: args, ...(configured === undefined ? {} : { configured }) }
    if (find.some(({ kind }) => kind === 'given')) return locateOrSay(module, options)
    const key = `${id}\n${configured ?? ''}`
    const known = this.#found.get(key)
    if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.result
    const search = this.#searches.get(key) ?? locateOrSay(module, options)
    this.#searches.set(key, search)
    const result = await search
    this.#searches.delete(key)
    if (result.kind === 'found') this.#found.set(key, { at: performance.now(), result })
    return result
  }

  /** `adapters.<id>.path` of the workspace, then of the user. */
  async #configuredPath(id: string, cwd: string | undefined): Promise<string | undefined> {
    const files = [...(cwd === undefined ? [] : [join(cwd, CONFIG_FILE)]), userConfigPath(this.#env)]
    for (const file of files) {
      const { adapters } = await loadConfig(file)
      const path = adapters?.[id]?.path
      if (path !== undefined) return path
    }
    return undefined
  }
}

/** Never rejects: a machine without descriptors says nothing about its adapters. */
async function locateOrSay(module: AdapterModule, options: LocateOptions): Promise<LocateResult | UncheckedAdapter> {
  try {
    return await locateAdapter(module, options)
  } catch (error) {
    return { kind: 'unchecked', why: error instanceof Error ? error.message : String(error) }
  }
}
