import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SwankError } from '../client/swank-client.js'
import type { SwankClient } from '../client/swank-client.js'
import { RequestFailure } from '../failure.js'
import { itemsOf, keywordName, list, symbol } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import { helperFiles } from './helper-files.js'

/** Compiling the helper in the image takes about two seconds here. */
const injectTimeoutMs = 60_000
/** A server that was sent a wrong secret says nothing at all. */
const answerTimeoutMs = 5_000

/**
 * Brings the helper into a running image, as text over the wire: the image may be on another machine. One that has this
 * very helper is left as it is.
 * Errors: ATTACH_FAILED with what the image said.
 */
export async function injectHelper(client: SwankClient): Promise<void> {
  try {
    const info = await client.evaluate(list(symbol('swank:connection-info')), 'worker', answerTimeoutMs)
    const files = helperFiles(implementationName(info) === 'SBCL' ? 'sbcl' : 'other').map((file) =>
      readFileSync(file, 'utf8'),
    )
    const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 20)
    if ((await client.evaluate(loadedVersion, 'worker', injectTimeoutMs)) === version) return
    for (const text of files) await client.evaluate(loadText(text), 'worker', injectTimeoutMs)
    await client.evaluate(list(symbol('cl:setf'), symbol('dapplex::*version*'), version), 'worker', injectTimeoutMs)
  } catch (error) {
    if (!(error instanceof SwankError)) throw error
    const why =
      error.kind === 'timeout' || error.kind === 'closed'
        ? `${error.message} (a Swank server started with a secret answers only to that secret)`
        : error.message
    throw new RequestFailure('ATTACH_FAILED', `The helper could not be loaded into the image: ${why}`, {
      swank: error.kind,
    })
  }
}

function implementationName(info: Form): string {
  const items = itemsOf(info)
  const at = items.findIndex((item) => keywordName(item) === 'lisp-implementation')
  const implementation = itemsOf(items[at + 1])
  const name = implementation[implementation.findIndex((item) => keywordName(item) === 'type') + 1]
  return typeof name === 'string' ? name.toUpperCase() : ''
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
