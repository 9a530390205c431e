import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Runtime } from '../inspector/methods.js'
import { headOfStackText } from '../sources/stack-text.js'
import type { ThrownValue } from '../stops/stop.js'
import { ownProperties, type ObjectReader } from '../variables/object-reader.js'
import { previewOf, typeOf } from '../variables/preview.js'

/** How deep the causes of an exception are followed. */
const CAUSE_LIMIT = 5

/** What DAP's `exceptionInfo` tells about a thrown value. */
export async function exceptionInfo(
  reader: ObjectReader,
  { object, isUncaught }: ThrownValue,
): Promise<Dap.ExceptionInfoResponse['body']> {
  const names = object.subtype === 'error' ? await typesOf(reader, object) : []
  const details = await detailsOf(reader, object, CAUSE_LIMIT)
  // A bundler may have given the class another name than the one it says.
  const [name = typeOf(object)] = names
  return {
    exceptionId: name,
    description: previewOf(object),
    breakMode: isUncaught ? 'unhandled' : 'always',
    details: {
      ...details,
      typeName: name,
      fullTypeName: name,
      ...(names.length === 0 ? {} : { dapplexTypes: names }),
    },
  }
}

/** The names of its class and of those above it; no code of the program runs. */
const CLASS_NAMES = `function () {
  const names = []
  for (let at = Object.getPrototypeOf(this); at !== null && names.length < 32; at = Object.getPrototypeOf(at)) {
    const own = Object.getOwnPropertyDescriptor(at, 'constructor')?.value
    const name = typeof own === 'function' ? Object.getOwnPropertyDescriptor(own, 'name')?.value : undefined
    if (typeof name === 'string') names.push(name)
  }
  return names.join(' ')
}`

/** DAP has no field for this: an object is also an instance of the base classes. */
async function typesOf({ connection }: ObjectReader, { objectId }: Runtime.RemoteObject): Promise<string[]> {
  if (objectId === undefined) return []
  const { result } = await connection.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: CLASS_NAMES,
    returnByValue: true,
    silent: true,
  })
  const names: unknown = result.value
  return typeof names === 'string' && names !== '' ? names.split(' ') : []
}

async function detailsOf(
  reader: ObjectReader,
  object: Runtime.RemoteObject,
  depth: number,
): Promise<Dap.ExceptionDetails> {
  const cause = depth === 0 ? undefined : await causeOf(reader, object)
  const { subtype, description = '' } = object
  return {
    typeName: typeOf(object),
    fullTypeName: typeOf(object),
    message: subtype === 'error' ? messageOf(description) : previewOf(object),
    ...(subtype === 'error' ? { stackTrace: callsOf(description) } : {}),
    ...(cause === undefined ? {} : { innerException: [await detailsOf(reader, cause, depth - 1)] }),
  }
}

/** VS Code shows the message above the calls, so the calls stand alone. */
const callsOf = (text: string): string => text.slice(headOfStackText(text).length).replace(/^\n/, '')

/** The message in an Error's text: `TypeError [CODE]: message`. */
export function messageOf(text: string): string {
  const head = headOfStackText(text)
  const named = /^[\p{ID_Start}$_][\p{ID_Continue}$.]*(?: \[\w+\])?(?:: ([^]*))?$/u.exec(head)
  return named === null ? head : (named[1] ?? '')
}

async function causeOf(
  reader: ObjectReader,
  { objectId, subtype }: Runtime.RemoteObject,
): Promise<Runtime.RemoteObject | undefined> {
  if (objectId === undefined || subtype !== 'error') return undefined
  const { result } = await ownProperties(reader, objectId)
  const cause = result.find((one) => one.name === 'cause')?.value
  return cause?.subtype === 'error' ? cause : undefined
}
