import type { SessionCall } from '../call/call.js'
import { unqualifiedName } from '../text/type-name.js'
import type { Stop } from './stop.js'
import { type AdapterTraits, type JsonObject, listIn, objectIn, textIn, typeInId } from '@dapplex/protocol'

/** An exception of the program (DAP, "ExceptionDetails"). */
export interface Thrown {
  readonly type?: string
  readonly typeFull?: string
  readonly message?: string
  readonly description?: string
  readonly breakMode?: string
  readonly stackTrace?: string
  readonly inner: readonly Thrown[]
}

/** How many causes are followed. */
const DEEPEST = 20

/** The exception of a stop: from `exceptionInfo` if the adapter supports it, else from the stop itself. */
export async function readException(on: SessionCall, stop: Stop): Promise<Thrown> {
  const { threadId, description, text } = stop
  const said: Thrown = { ...optional('message', text ?? description), inner: [] }
  if (threadId === undefined || !on.can('supportsExceptionInfoRequest', 'exceptionInfo')) return said
  const answer = await on.send('exceptionInfo', { threadId })
  const { exceptions } = on.traits
  return answer.success ? withCauses(decodeInfo(answer.body, said, exceptions), exceptions?.causesInStack) : said
}

/** An exception whose causes stand only in the text of its stack. */
function withCauses(thrown: Thrown, how: { separator: string; exception: string } | undefined): Thrown {
  if (how === undefined || thrown.inner.length > 0) return thrown
  const stacks = (thrown.stackTrace ?? '').split(new RegExp(how.separator)).slice(0, -1).slice(-DEEPEST)
  const inner = stacks.reduce<readonly Thrown[]>((causes, stackTrace) => {
    const { type, message } = new RegExp(how.exception).exec(stackTrace)?.groups ?? {}
    return [{ ...fromId(type), ...optional('message', nonEmpty(message)), stackTrace, inner: causes }]
  }, [])
  return { ...thrown, inner }
}

function decodeInfo(body: JsonObject, said: Thrown, traits: AdapterTraits['exceptions']): Thrown {
  const details = objectIn(body, 'details')
  const described = textIn(body, 'description')
  const id = textIn(body, 'exceptionId')
  const named = fromId(id === undefined ? undefined : typeInId(id, traits))
  const own = details === undefined ? named : decodeDetails(details, { traits, depth: 0 })
  return {
    ...(own.type === undefined ? named : {}),
    ...own,
    ...optional('message', own.message ?? described ?? said.message),
    ...optional('description', described),
    ...optional('breakMode', textIn(body, 'breakMode')),
  }
}

/** `exceptionId` is all that DAP demands: the type's name in most adapters. */
function fromId(id: string | undefined): Thrown {
  return {
    ...optional('type', id === undefined ? undefined : unqualifiedName(id)),
    ...optional('typeFull', id),
    inner: [],
  }
}

function decodeDetails(
  details: JsonObject,
  { traits, depth }: { readonly traits: AdapterTraits['exceptions']; readonly depth: number },
): Thrown {
  const full = textIn(details, 'fullTypeName')
  const id = textIn(details, 'typeName') ?? full
  const name = id === undefined ? undefined : typeInId(id, traits)
  const inner =
    depth >= DEEPEST
      ? []
      : listIn(details, 'innerException').map((one) => decodeDetails(one, { traits, depth: depth + 1 }))
  return {
    ...optional('type', name === undefined ? undefined : unqualifiedName(name)),
    ...optional('typeFull', full ?? name),
    ...optional('message', nonEmpty(textIn(details, 'message'))),
    ...optional('stackTrace', nonEmpty(textIn(details, 'stackTrace'))),
    inner,
  }
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

const optional = <K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> =>
  value === undefined ? {} : ({ [key]: value } as Partial<Record<K, T>>)
