import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SwankError } from '../swank/swank-client.js'
import type { SwankClient } from '../swank/swank-client.js'
import { RequestFailure } from '../dap/failure.js'
import { itemsOf, keywordName, list, symbol } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import { cacheFolder, makeFolder } from './cache-folder.js'
import { forgetOld } from './core-cache.js'
import { helperFiles, injectFile, packageFile } from './helper-files.js'

/** Compiling the helper in the image takes about two seconds here. */
const injectTimeoutMs = 60_000
/** A server that gets a wrong secret does not answer. */
const answerTimeoutMs = 5_000

/**
 * Brings the helper into a running image. One that reads the same files as this process loads it compiled, from the cache
 * (which the first such image fills); else it goes as text over the wire, and is compiled there. One that has this very
 * helper is left as it is.
 * Errors: ATTACH_FAILED with what the image said.
 */
export async function injectHelper(client: SwankClient, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const info = await client.evaluate(list(symbol('swank:connection-info')), 'worker', answerTimeoutMs)
    const lisp = implementationOf(info)
    const files = helperFiles(lisp.type === 'SBCL' ? 'sbcl' : 'other')
    const texts = files.map((file) => readFileSync(file, 'utf8'))
    const version = hashOf(texts)
    if ((await client.evaluate(loadedVersion, 'worker', injectTimeoutMs)) === version) return
    if (!(lisp.type === 'SBCL' && (await injectCompiled(client, files, folderFor(env, [version, ...lisp.versions])))))
      for (const text of texts) await client.evaluate(loadText(text), 'worker', injectTimeoutMs)
    await client.evaluate(list(symbol('cl:setf'), symbol('dapplex::*version*'), version), 'worker', injectTimeoutMs)
  } catch (error) {
    if (!(error instanceof SwankError)) throw error
    const why =
      error.kind === 'timeout' || error.kind === 'closed'
        ? `${error.message} (a Swank server started with a secret answers only to that secret)`
        : error.message
    if (error.kind === 'foreign') throw new RequestFailure('SWANK_CONNECTION_FAILED', why, { swank: error.kind })
    throw new RequestFailure('ATTACH_FAILED', `The helper could not be loaded into the image: ${why}`, {
      swank: error.kind,
    })
  }
}

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 20)

/** Compiled helpers fit one Lisp and one Swank. */
const folderFor = (env: NodeJS.ProcessEnv, parts: readonly string[]): string =>
  join(cacheFolder(env), 'lisp-attach', hashOf(parts))

/** False when the image does not see our files, or the compiled ones do not fit it: then the text is sent. */
async function injectCompiled(client: SwankClient, files: readonly string[], folder: string): Promise<boolean> {
  const mark = randomBytes(12).toString('hex')
  const file = join(folder, mark)
  try {
    makeFolder(folder)
    forgetOld(dirname(folder))
    writeFileSync(file, `${mark}\n`, { mode: 0o600 })
  } catch {
    return false
  }
  try {
    for (const path of [packageFile, injectFile])
      await client.evaluate(loadText(readFileSync(path, 'utf8')), 'worker', injectTimeoutMs)
    const form = call('dapplex::load-compiled', call('cl:list', ...files), `${folder}/`, mark)
    const answer = await client.evaluate(orNil(form), 'worker', injectTimeoutMs)
    return answer === true
  } finally {
    rmSync(file, { force: true })
  }
}

/** What an image says of itself: its type, and all that decides whether a compiled file fits it. */
function implementationOf(info: Form): { type: string; versions: string[] } {
  const lisp = valueOf(info, 'lisp-implementation')
  const machine = valueOf(info, 'machine')
  const text = (value: Form | undefined) => (typeof value === 'string' ? value : '')
  const type = text(valueOf(lisp, 'type')).toUpperCase()
  return {
    type,
    versions: [type, text(valueOf(lisp, 'version')), text(valueOf(machine, 'type')), text(valueOf(info, 'version'))],
  }
}

function valueOf(plist: Form | undefined, name: string): Form | undefined {
  const items = itemsOf(plist)
  const at = items.findIndex((item) => keywordName(item) === name)
  return at < 0 ? undefined : items[at + 1]
}

const call = (name: string, ...args: Form[]): Form => list(symbol(name), ...args)

/** The version of the helper in the image, or NIL; its package may not be there to be read. */
const loadedVersion: Form = call(
  'cl:let',
  list(
    list(
      symbol('cl-user::name'),
      call('cl:and', call('cl:find-package', 'DAPPLEX'), call('cl:find-symbol', '*VERSION*', 'DAPPLEX')),
    ),
  ),
  call(
    'cl:and',
    symbol('cl-user::name'),
    call('cl:boundp', symbol('cl-user::name')),
    call('cl:symbol-value', symbol('cl-user::name')),
  ),
)

/** The value of a form, or NIL when it signals an error. */
const orNil = (form: Form): Form => call('cl:ignore-errors', form)

/** Loads a file's text: LOAD takes a stream of characters. */
function loadText(text: string): Form {
  return call(
    'cl:let',
    list(
      list(symbol('cl:*package*'), symbol('cl:*package*')),
      list(symbol('cl:*error-output*'), call('cl:make-broadcast-stream')),
    ),
    call('cl:with-input-from-string', list(symbol('cl-user::in'), text), call('cl:load', symbol('cl-user::in'))),
    null,
  )
}
