import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { printForm } from '../sexp/print.js'
import { keyword, list } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import { buildFolder, buildTurn } from './build-turn.js'
import { cacheFolder, makeFolder, temporaryCache } from './cache-folder.js'
import { bootFile, helperFiles } from './helper-files.js'
import { whenIdle } from './idle-watch.js'

/** How an image comes up: a saved core (about 30 ms), compiled files (about 400 ms), or sources (seconds). */
export type Boot =
  | { readonly kind: 'core'; readonly core: string }
  | { readonly kind: 'fasl'; readonly fasls: string }
  | { readonly kind: 'source' }

/** What a core depends on: this Lisp, this Swank, these helper files. */
export function coreKey(sbcl: string, swankLoader: string): string {
  const hash = createHash('sha256')
  for (const path of [realpathSync(sbcl), realpathSync(swankLoader), join(dirname(swankLoader), 'swank.lisp')]) {
    const found = existsSync(path) ? statSync(path) : undefined
    hash.update(`${path} ${found?.size ?? 0} ${found?.mtimeMs ?? 0}\n`)
  }
  hash.update(process.env['SBCL_HOME'] ?? '')
  for (const file of [bootFile, ...helperFiles('sbcl')]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 20)
}

/** The value of DAPPLEX_BOOT, read by `lisp/boot.lisp`. */
export function bootText(swankLoader: string, spec: { fasls?: string; core?: string }): string {
  const text = (value: string | undefined): Form => value ?? null
  return printForm(
    list(
      keyword('swank'),
      swankLoader,
      keyword('helper'),
      list(...helperFiles('sbcl')),
      keyword('fasls'),
      text(spec.fasls),
      keyword('core'),
      text(spec.core),
    ),
  )
}

/** The boot of an image. A missing core is built first, once; where that fails, compiled files or sources serve. */
export class CoreCache {
  /** Where cores and compiled files of this Lisp are; undefined when no folder can be written. */
  private readonly folder: string | undefined
  /** Why the usual folder is not used. */
  private readonly problem: string | undefined

  constructor(
    private readonly sbcl: string,
    private readonly swankLoader: string,
    env: NodeJS.ProcessEnv,
  ) {
    const key = join('lisp', coreKey(sbcl, swankLoader))
    const place = firstUsable([() => cacheFolder(env), temporaryCache], key)
    this.folder = place.folder
    this.problem = place.problem
  }

  /** Where compiled files of debugged programs go: instrumented, so apart from all others. */
  get programFasls(): string | null {
    return this.folder === undefined ? null : `${join(this.folder, 'fasl')}/`
  }

  get ready(): boolean {
    return this.folder !== undefined && existsSync(join(this.folder, 'image.core'))
  }

  /** `tell` hears why the core could not be had, or is kept elsewhere. */
  async boot(tell: (text: string) => void): Promise<Boot> {
    if (this.problem !== undefined) tell(this.problem)
    if (this.folder === undefined) return { kind: 'source' }
    const core = join(this.folder, 'image.core')
    if (existsSync(core)) {
      touch(this.folder)
      return { kind: 'core', core }
    }
    try {
      await this.build(this.folder, core)
      forgetOld(dirname(this.folder))
      return { kind: 'core', core }
    } catch (error) {
      tell(`No Lisp core could be saved in ${this.folder}: ${messageOf(error)}`)
      return { kind: 'fasl', fasls: `${this.folder}/` }
    }
  }

  /** Of shims that start at once one builds, in a folder of its own; the others wait and take what it has built. */
  private async build(folder: string, core: string): Promise<void> {
    const work = buildFolder(folder)
    makeFolder(work)
    try {
      await buildTurn(work)
      if (existsSync(core)) return
      const boot = bootText(this.swankLoader, { fasls: `${work}/`, core: join(work, 'image.core') })
      await run(this.sbcl, boot)
      renameSync(join(work, 'image.core'), core)
      for (const file of helperFiles('sbcl')) {
        const fasl = `${file.slice(file.lastIndexOf('/') + 1, -'.lisp'.length)}.fasl`
        if (existsSync(join(work, fasl))) renameSync(join(work, fasl), join(folder, fasl))
      }
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The first place where the folder `key` can be made, and why the earlier places cannot be used. */
function firstUsable(places: readonly (() => string)[], key: string): { folder?: string; problem?: string } {
  const problems: string[] = []
  for (const place of places) {
    try {
      const folder = join(place(), key)
      makeFolder(folder)
      accessSync(folder, constants.W_OK)
      if (problems.length === 0) return { folder }
      return { folder, problem: `${cannotUse(problems)}; ${folder} is used instead: set DAPPLEX_CACHE to a folder` }
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  return {
    problem: `${cannotUse(problems)}; the image starts from sources, without breakpoints in ASDF systems: set DAPPLEX_CACHE to a folder`,
  }
}

const cannotUse = (problems: readonly string[]) => `The cache of Lisp cores cannot be written (${problems.join('; ')})`

/** Cores that are kept: each is about 50 MB, and a new SBCL, Swank or helper makes a new one. */
const kept = 4

/** Marks a folder as used now. */
function touch(folder: string): void {
  try {
    const now = new Date()
    utimesSync(folder, now, now)
  } catch {
    // A cache that cannot be written to serves all the same.
  }
}

/** Removes the folders that were not used for longest. A core that an image has mapped stays there for it. */
export function forgetOld(parent: string): void {
  const folders = readdirSync(parent).map((name) => join(parent, name))
  const byUse = folders.map((path) => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => b.at - a.at)
  for (const { path } of byUse.slice(kept)) rmSync(path, { recursive: true, force: true })
}

/** Arguments with which SBCL reads nothing but what it is told. */
export const quietArguments = ['--noinform', '--no-sysinit', '--no-userinit', '--disable-debugger']

/** How long a build of a core may stand still: sources that wait for input must not hold a launch for ever. */
const buildIdleMs = 60_000

function run(sbcl: string, boot: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(sbcl, [...quietArguments, '--non-interactive', '--load', bootFile], {
      env: { ...process.env, DAPPLEX_BOOT: boot },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stop = whenIdle(child.pid, buildIdleMs, () => child.kill('SIGKILL'))
    let said = ''
    const hear = (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-4000)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', reject)
    child.on('close', (code) => {
      stop()
      const why = `${sbcl} ended with code ${code ?? 'none'}: ${said.trim().split('\n').slice(0, 12).join('\n')}`
      if (code === 0) resolve()
      else reject(new Error(why))
    })
  })
}
