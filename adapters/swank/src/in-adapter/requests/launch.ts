import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import type { Arguments } from '../dap/arguments.js'
import { Helper } from '../swank/helper.js'
import { SwankClient } from '../swank/swank-client.js'
import { RequestFailure } from '../dap/failure.js'
import { CoreCache, type Boot } from '../image/core-cache.js'
import { findCommand } from '../../in-both/find-command.js'
import { findSwank } from '../../in-both/find-swank.js'
import { Image } from '../image/image.js'
import { keyword, list, quote } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import { printForm } from '../sexp/print.js'
import { watchImage } from '../session/output.js'
import type { ImageFacts } from '../session/core.js'
import type { Handlers, Shim } from '../session/shim.js'

/** What runs: a source or compiled file, an ASDF system, or forms. */
type Program =
  | { readonly kind: 'file'; readonly what: string }
  | { readonly kind: 'system'; readonly what: string }
  | { readonly kind: 'form'; readonly what: string }

export function launchHandlers(shim: Shim): Handlers {
  let run: Form | undefined
  return {
    launch: async (args) => {
      begin(shim)
      try {
        run = await launch(shim, args)
      } catch (error) {
        shim.phase = 'fresh'
        throw error
      }
      shim.phase = 'configuring'
      shim.emit('initialized')
    },
    configurationDone: async () => {
      if (run === undefined) return
      const program = run
      run = undefined
      shim.phase = 'running'
      // A short program may end, and the connection with it, before the image has answered.
      await shim.helper.resume('run', [quote(program)], 'worker')
    },
  }
}

/** Errors: ALREADY_ATTACHED when the session has a program already. */
export function begin(shim: Shim): void {
  if (shim.phase !== 'fresh')
    throw new RequestFailure(
      'ALREADY_ATTACHED',
      'This session has a program already: start another adapter for another one',
    )
  shim.phase = 'starting'
}

async function launch(shim: Shim, args: Arguments): Promise<Form> {
  const cwd = args.textOr('cwd')
  const program = decodeProgram(args, cwd)
  const env = { ...process.env, ...args.record('env') }
  const sbcl = findSbcl(args.textOr('sbcl'), env)
  const swankLoader = loaderOfSwank(args.textOr('swankPath'), env)
  const cache = new CoreCache(sbcl, swankLoader, process.env)
  const image = Image.start({
    sbcl,
    swankLoader,
    boot: args.flag('core', true) ? await bootFrom(shim, cache) : { kind: 'source' },
    programArguments: [program.kind === 'form' ? 'sbcl' : program.what, ...args.texts('args')],
    runtimeArguments: args.texts('runtimeArgs'),
    cwd: cwd ?? (program.kind === 'file' ? dirname(program.what) : process.cwd()),
    env,
  })
  try {
    await connectImage(shim, image, args)
  } catch (error) {
    image.kill()
    throw error
  }
  const where = cwd ?? (program.kind === 'file' ? dirname(program.what) : process.cwd())
  const facts = shim.connection.facts
  shim.emit('process', {
    name: program.what,
    systemProcessId: facts.pid,
    isLocalProcess: true,
    startMethod: 'launch',
  })
  if (facts.hook !== undefined) shim.tell(`Breakpoints and steps are not available: ${facts.hook}`, 'important')
  return list(
    program.kind,
    program.what,
    keyword('stop-at-entry'),
    args.flag('stopOnEntry') || null,
    keyword('instrument'),
    instrumentation(args, where),
    keyword('directory'),
    where,
    keyword('init'),
    args.flag('userInit', true) || null,
    keyword('fasls'),
    cache.programFasls,
  )
}

/** A core that is missing takes seconds. The console says so too: some clients show no progress. */
async function bootFrom(shim: Shim, cache: CoreCache): Promise<Boot> {
  const boot = () => cache.boot((text) => shim.tell(text, 'important'))
  if (cache.ready) return boot()
  const message = 'This happens once for each SBCL and Swank.'
  shim.tell(`Preparing a Lisp core for fast starts. ${message}`)
  const progressId = 'lisp-core'
  shim.emit('progressStart', { progressId, title: 'Preparing a Lisp core', message })
  try {
    return await boot()
  } finally {
    shim.emit('progressEnd', { progressId })
  }
}

async function connectImage(shim: Shim, image: Image, args: Arguments): Promise<void> {
  let startError = ''
  const hear = (chunk: Buffer) => {
    startError = (startError + chunk.toString('utf8')).slice(-4000)
  }
  image.stderr.on('data', hear)
  let port: number
  try {
    port = await image.port()
  } catch (error) {
    if (error instanceof RequestFailure && startError.trim())
      throw new RequestFailure(error.type, `${error.message}: ${startError.trim()}`, error.data)
    throw error
  } finally {
    image.stderr.off('data', hear)
  }
  const client = await SwankClient.connect({ host: '127.0.0.1', port, secret: image.secret }, 10_000)
  const helper = new Helper(client)
  const facts = await helper.call<ImageFacts>('hello', ['launch'], { timeoutMs: 0 })
  const onUncaught = args.textOr('onUncaughtContinue') === 'refuse' ? 'refuse' : 'abort'
  shim.connect({ client, helper, facts, target: { kind: 'launched', image, onUncaught } })
  watchImage(shim, image, client)
}

function decodeProgram(args: Arguments, cwd: string | undefined): Program {
  const system = args.textOr('system')
  const form = args.textOr('form')
  if (system !== undefined && form !== undefined)
    return { kind: 'form', what: `(require :asdf)\n(asdf:load-system ${printForm(system)})\n${form}` }
  if (system !== undefined) return { kind: 'system', what: system }
  if (form !== undefined) return { kind: 'form', what: form }
  const program = args.text('program')
  const path = isAbsolute(program) ? program : resolve(cwd ?? process.cwd(), program)
  if (!existsSync(path) || !statSync(path).isFile())
    throw new RequestFailure('INVALID_PATH', `There is no file ${path}`, { path })
  return { kind: 'file', what: path }
}

function findSbcl(configured: string | undefined, env: NodeJS.ProcessEnv): string {
  const command = configured ?? 'sbcl'
  const found = findCommand(command, env)
  if (found !== undefined) return found
  throw new RequestFailure(
    'LAUNCH_FAILED',
    configured === undefined
      ? 'SBCL was not found on PATH: install it (Debian: apt install sbcl), or set sbcl to its file'
      : `There is no program ${command}: set sbcl to the file of SBCL`,
    { command },
  )
}

/** Errors: LAUNCH_FAILED. */
function loaderOfSwank(configured: string | undefined, env: NodeJS.ProcessEnv): string {
  const swank = findSwank(configured, env)
  if ('loader' in swank) return swank.loader
  throw new RequestFailure('LAUNCH_FAILED', swank.problem, { looked_in: swank.tried })
}

/** `instrument`: true (default) all files, false none, or folders and files, by the names that the compiler uses. */
function instrumentation(args: Arguments, where: string): Form {
  const raw = args.raw('instrument')
  if (!Array.isArray(raw)) return args.flag('instrument', true) ? true : null
  return list(...args.texts('instrument').map((path) => trueName(resolve(where, path))))
}

function trueName(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
