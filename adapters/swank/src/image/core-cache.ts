import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { printForm } from '../sexp/print.js'
import { keyword, list } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import { bootFile, helperFiles } from './helper-files.js'

/** How an image comes up: a saved core (about 30 ms), compiled files (about 400 ms), or sources (seconds). */
export type Boot =
  | { readonly kind: 'core'; readonly core: string }
  | { readonly kind: 'fasl'; readonly fasls: string }
  | { readonly kind: 'source' }

/** The cache folder: DAPPLEX_CACHE, else XDG_CACHE_HOME/dapplex, else ~/.cache/dapplex. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (env['DAPPLEX_CACHE']) return env['DAPPLEX_CACHE']
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'dapplex')
}

/** The file that a command means, as the shell would find it. */
export function findCommand(command: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(command)) return existsSync(command) ? command : undefined
  return (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return statSync(path).isFile()
      } catch {
        return false
      }
    })
}

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
export function bootText(swankLoader: string, wish: { fasls?: string; core?: string }): string {
  const text = (value: string | undefined): Form => value ?? null
  return printForm(
    list(
      keyword('swank'),
      swankLoader,
      keyword('helper'),
      list(...helperFiles('sbcl')),
      keyword('fasls'),
      text(wish.fasls),
      keyword('core'),
      text(wish.core),
    ),
  )
}

/** The boot of an image. A missing core is built first, once; where that fails, compiled files or sources serve. */
export class CoreCache {
  private readonly folder: string
  constructor(
    private readonly sbcl: string,
    private readonly swankLoader: string,
    env: NodeJS.ProcessEnv,
  ) {
    this.folder = join(cacheFolder(env), 'lisp', coreKey(sbcl, swankLoader))
  }

  /** Where compiled files of debugged programs go: instrumented, so apart from all others. */
  get programFasls(): string {
    return `${join(this.folder, 'fasl')}/`
  }

  get ready(): boolean {
    return existsSync(join(this.folder, 'image.core'))
  }

  /** `tell` hears why the core could not be had. */
  async boot(tell: (text: string) => void): Promise<Boot> {
    const core = join(this.folder, 'image.core')
    if (existsSync(core)) {
      touch(this.folder)
      return { kind: 'core', core }
    }
    try {
      mkdirSync(this.folder, { recursive: true })
      await this.build(core)
      forgetOld(dirname(this.folder))
      return { kind: 'core', core }
    } catch (error) {
      tell(`No Lisp core could be saved in ${this.folder}: ${error instanceof Error ? error.message : String(error)}\n`)
      return existsSync(this.folder) ? { kind: 'fasl', fasls: `${this.folder}/` } : { kind: 'source' }
    }
  }

  /** Two shims may build at once: each writes its own folder, and the last rename wins. */
  private async build(core: string): Promise<void> {
    const work = join(this.folder, `build-${process.pid}-${Date.now().toString(36)}`)
    mkdirSync(work, { recursive: true })
    try {
      const boot = bootText(this.swankLoader, { fasls: `${work}/`, core: join(work, 'image.core') })
      await run(this.sbcl, boot)
      renameSync(join(work, 'image.core'), core)
      for (const file of helperFiles('sbcl')) {
        const fasl = `${file.slice(file.lastIndexOf('/') + 1, -'.lisp'.length)}.fasl`
        if (existsSync(join(work, fasl))) renameSync(join(work, fasl), join(this.folder, fasl))
      }
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
}

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
function forgetOld(parent: string): void {
  const folders = readdirSync(parent).map((name) => join(parent, name))
  const byUse = folders.map((path) => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => b.at - a.at)
  for (const { path } of byUse.slice(kept)) rmSync(path, { recursive: true, force: true })
}

/** Arguments with which SBCL reads nothing but what it is told. */
export const quietArguments = ['--noinform', '--no-sysinit', '--no-userinit', '--disable-debugger']

function run(sbcl: string, boot: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(sbcl, [...quietArguments, '--non-interactive', '--load', bootFile], {
      env: { ...process.env, DAPPLEX_BOOT: boot },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const hear = (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-4000)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new Error(`${sbcl} ended with code ${code ?? 'none'}: ${said.trim().split('\n').slice(0, 12).join('\n')}`),
          ),
    )
  })
}
